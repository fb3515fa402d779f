// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {LendingLoans} from "./LendingLoans.sol";
import {LendingMath} from "./LendingMath.sol";

/// @notice The beginning of liquidations: loans that are not covered can be put up for auction, against a bond, and are
/// closed to their borrowers then. Nobody takes part in these auctions, and nothing settles them.
abstract contract LendingAuctions is LendingLoans {
    using SafeERC20 for IERC20;
    using LendingMath for uint256;

    struct Auction {
        address kicker;
        uint256 bondFactor;
        uint256 bondSize;
        uint256 kickTime;
        uint256 referencePrice;
        uint256 neutralPrice;
        uint256 debtToCollateral;
    }

    mapping(address borrower => Auction) public auctionInfo;
    uint256 private _bonds;

    event Kick(address indexed borrower, uint256 debt, uint256 collateral, uint256 bond);

    error AuctionActive();
    error BorrowerOk();

    /// @notice Puts a loan that is not covered up for auction. Its neutral price must not be below that of `npLimitIndex`.
    function kick(address borrower, uint256 npLimitIndex) external {
        _accrue();
        require(!_inAuction(borrower), AuctionActive());
        Loan storage loan = _loans[borrower];
        require(!_isCovered(loan), BorrowerOk());
        uint256 debt = loan.t0Debt.wmul(_inflator);
        uint256 perCollateral = debt.wdiv(loan.collateral);
        uint256 neutralPrice = perCollateral.wmul(loan.npTpRatio);
        _checkLimit(neutralPrice, npLimitIndex);
        uint256 bondFactor = Math.min(0.03e18, (loan.npTpRatio - LendingMath.WAD) / 10);
        uint256 bond = Math.ceilDiv(debt.wmul(bondFactor), quoteTokenScale) * quoteTokenScale;
        uint256 threshold = perCollateral.wmul(LendingMath.COLLATERALIZATION_FACTOR);
        auctionInfo[borrower] = Auction({
            kicker: msg.sender,
            bondFactor: bondFactor,
            bondSize: bond,
            kickTime: block.timestamp,
            referencePrice: Math.max(threshold, neutralPrice),
            neutralPrice: neutralPrice,
            debtToCollateral: perCollateral
        });
        _bonds += bond;
        emit Kick(borrower, debt, loan.collateral, bond);
        IERC20(quoteTokenAddress).safeTransferFrom(msg.sender, address(this), bond / quoteTokenScale);
    }

    /// @notice Bonds that are held; and of the auction of reserves, which is not played: unclaimed, begun, begun with.
    function reservesInfo() external view returns (uint256, uint256, uint256, uint256) {
        return (_bonds, 0, 0, 0);
    }

    function _inAuction(address borrower) internal view override returns (bool) {
        return auctionInfo[borrower].kickTime != 0;
    }

    /// @dev What can be borrowed: what the pool holds, less the bonds.
    function _available() internal view returns (uint256) {
        return IERC20(quoteTokenAddress).balanceOf(address(this)) * quoteTokenScale - _bonds;
    }
}
