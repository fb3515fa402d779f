// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {LendingAuctions} from "./LendingAuctions.sol";
import {LendingLoans} from "./LendingLoans.sol";
import {LendingMath} from "./LendingMath.sol";

/// @notice Plays a lending pool of one collateral and one quote token, with the rules of an Ajna ERC-20 pool in their
/// order, less the end of its liquidations and the steering of its rate, which stays as the pool began.
contract LendingPool is LendingAuctions {
    using SafeERC20 for IERC20;
    using LendingMath for uint256;

    event DrawDebt(address indexed borrower, uint256 amountBorrowed, uint256 collateralPledged, uint256 lup);
    event RepayDebt(address indexed borrower, uint256 quoteRepaid, uint256 collateralPulled, uint256 lup);

    error BorrowerNotSender();
    error BorrowerUnderCollateralized();
    error InsufficientCollateral();
    error InsufficientLiquidity();
    error NoDebt();

    /// @param rate interest of a year, in WAD.
    constructor(address collateral, address quote, uint256 rate) LendingLoans(collateral, quote, rate) {}

    /// @notice Pledges collateral of the sender for anyone, and lends to the borrower, who must be the sender then.
    function drawDebt(address borrower, uint256 amountToBorrow, uint256 limitIndex, uint256 toPledge) external {
        _accrue();
        amountToBorrow -= amountToBorrow % quoteTokenScale;
        toPledge -= toPledge % collateralScale;
        require(amountToBorrow <= _available(), InsufficientLiquidity());
        require(!_inAuction(borrower), AuctionActive());
        require(amountToBorrow != 0 || toPledge != 0, InvalidAmount());
        _loans[borrower].collateral += toPledge;
        pledgedCollateral += toPledge;
        if (amountToBorrow != 0) {
            require(borrower == msg.sender, BorrowerNotSender());
            _borrow(borrower, amountToBorrow, limitIndex);
        }
        emit DrawDebt(borrower, amountToBorrow, toPledge, _lup());
        if (toPledge != 0)
            IERC20(collateralAddress).safeTransferFrom(msg.sender, address(this), toPledge / collateralScale);
        if (amountToBorrow != 0) IERC20(quoteTokenAddress).safeTransfer(msg.sender, amountToBorrow / quoteTokenScale);
    }

    /// @notice Repays for anyone, all of the debt with 2^256 - 1; returns collateral for the borrower alone.
    function repayDebt(
        address borrower,
        uint256 maxToRepay,
        uint256 toPull,
        address recipient,
        uint256 limitIndex
    ) external returns (uint256 repaid) {
        _accrue();
        if (maxToRepay != type(uint256).max) maxToRepay -= maxToRepay % quoteTokenScale;
        toPull -= toPull % collateralScale;
        require(maxToRepay != 0 || toPull != 0, InvalidAmount());
        require(!_inAuction(borrower), AuctionActive());
        if (maxToRepay != 0) repaid = _repay(borrower, maxToRepay);
        if (toPull != 0) {
            require(borrower == msg.sender, BorrowerNotSender());
            _pull(borrower, toPull);
        }
        _checkLimit(_lup(), limitIndex);
        emit RepayDebt(borrower, repaid, toPull, _lup());
        if (repaid != 0) {
            uint256 amount = Math.ceilDiv(repaid, quoteTokenScale);
            IERC20(quoteTokenAddress).safeTransferFrom(msg.sender, address(this), amount);
        }
        if (toPull != 0) IERC20(collateralAddress).safeTransfer(recipient, toPull / collateralScale);
    }

    function _borrow(address borrower, uint256 amount, uint256 limitIndex) private {
        Loan storage loan = _loans[borrower];
        (, , uint256 count) = loansInfo();
        uint256 poolDebt = totalT0Debt.wmul(_inflator);
        uint256 t0Amount = Math.mulDiv(amount, LendingMath.WAD, _inflator, Math.Rounding.Ceil);
        uint256 t0Change = t0Amount.wmul(LendingMath.WAD + LendingMath.borrowFeeRate(_rate));
        loan.t0Debt += t0Change;
        totalT0Debt += t0Change;
        _checkSize(loan.t0Debt.wmul(_inflator), poolDebt, count);
        _checkLimit(_lup(), limitIndex);
        require(_isCovered(loan), BorrowerUnderCollateralized());
        _stamp(borrower);
    }

    function _repay(address borrower, uint256 maximum) private returns (uint256 repaid) {
        Loan storage loan = _loans[borrower];
        require(loan.t0Debt != 0, NoDebt());
        (, , uint256 count) = loansInfo();
        uint256 t0Repaid = loan.t0Debt;
        if (maximum != type(uint256).max)
            t0Repaid = Math.min(t0Repaid, Math.mulDiv(maximum, LendingMath.WAD, _inflator));
        repaid = t0Repaid.ceilWmul(_inflator);
        require(repaid != 0, InvalidAmount());
        loan.t0Debt -= t0Repaid;
        totalT0Debt -= t0Repaid;
        _checkSize(loan.t0Debt.wmul(_inflator), totalT0Debt.wmul(_inflator), count);
    }

    function _pull(address borrower, uint256 amount) private {
        Loan storage loan = _loans[borrower];
        require(amount <= loan.collateral, InsufficientCollateral());
        loan.collateral -= amount;
        pledgedCollateral -= amount;
        require(_isCovered(loan), InsufficientCollateral());
        _stamp(borrower);
    }
}
