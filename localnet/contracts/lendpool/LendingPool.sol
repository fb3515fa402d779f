// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {LendingDeposits} from "./LendingDeposits.sol";
import {LendingMath} from "./LendingMath.sol";

/// @notice Plays a lending pool of one collateral and one quote token, with the rules of an Ajna ERC-20 pool, less its
/// liquidations and the steering of its rate: loans are never auctioned, and the rate stays as the pool began.
contract LendingPool is LendingDeposits {
    using SafeERC20 for IERC20;
    using LendingMath for uint256;

    struct Loan {
        uint256 t0Debt;
        uint256 collateral;
        uint256 npTpRatio;
    }

    uint8 public constant poolType = 0;
    /// @dev Lenders' part of interest; the rest stays as reserves.
    uint256 private constant LENDER_MARGIN = 0.85e18;

    address public immutable collateralAddress;
    uint256 public immutable collateralScale;
    uint256 private immutable _rate;
    uint256 private immutable _rateSince = block.timestamp;
    uint256 private _inflator = LendingMath.WAD;
    uint256 private _inflatorUpdate = block.timestamp;
    uint256 public totalT0Debt;
    uint256 public pledgedCollateral;
    address[] private _borrowers;
    mapping(address borrower => Loan) private _loans;

    event DrawDebt(address indexed borrower, uint256 amountBorrowed, uint256 collateralPledged, uint256 lup);
    event RepayDebt(address indexed borrower, uint256 quoteRepaid, uint256 collateralPulled, uint256 lup);

    error AmountLTMinDebt();
    error BorrowerNotSender();
    error BorrowerUnderCollateralized();
    error DustAmountNotExceeded();
    error InsufficientCollateral();
    error InsufficientLiquidity();
    error LimitIndexExceeded();
    error NoDebt();

    /// @param rate interest of a year, in WAD.
    constructor(address collateral, address quote, uint256 rate) LendingDeposits(quote) {
        collateralAddress = collateral;
        collateralScale = 10 ** (18 - IERC20Metadata(collateral).decimals());
        _rate = rate;
    }

    /// @notice Pledges collateral of the sender for anyone, and lends to the borrower, who must be the sender then.
    function drawDebt(address borrower, uint256 amountToBorrow, uint256 limitIndex, uint256 toPledge) external {
        amountToBorrow -= amountToBorrow % quoteTokenScale;
        toPledge -= toPledge % collateralScale;
        require(amountToBorrow != 0 || toPledge != 0, InvalidAmount());
        _accrue();
        Loan storage loan = _loans[borrower];
        if (loan.npTpRatio == 0) _borrowers.push(borrower);
        loan.npTpRatio = LendingMath.COLLATERALIZATION_FACTOR + Math.sqrt(_rate * LendingMath.WAD) / 2;
        loan.collateral += toPledge;
        pledgedCollateral += toPledge;
        if (amountToBorrow != 0) {
            require(borrower == msg.sender, BorrowerNotSender());
            require(amountToBorrow <= _available(), InsufficientLiquidity());
            uint256 t0Amount = Math.mulDiv(amountToBorrow, LendingMath.WAD, _inflator, Math.Rounding.Ceil);
            uint256 t0Change = t0Amount.wmul(LendingMath.WAD + _feeRate());
            loan.t0Debt += t0Change;
            totalT0Debt += t0Change;
            _checkSize(loan);
            _checkLimit(limitIndex);
            uint256 needed = LendingMath.COLLATERALIZATION_FACTOR.wmul(loan.t0Debt.wmul(_inflator));
            require(loan.collateral.wmul(_lup()) >= needed, BorrowerUnderCollateralized());
        }
        emit DrawDebt(borrower, amountToBorrow, toPledge, _lup());
        IERC20(collateralAddress).safeTransferFrom(msg.sender, address(this), toPledge / collateralScale);
        IERC20(quoteTokenAddress).safeTransfer(msg.sender, amountToBorrow / quoteTokenScale);
    }

    /// @notice Repays for anyone, all of the debt with 2^256 - 1; returns collateral for the borrower alone.
    function repayDebt(
        address borrower,
        uint256 maxToRepay,
        uint256 toPull,
        address recipient,
        uint256 limitIndex
    ) external returns (uint256 repaid) {
        if (maxToRepay != type(uint256).max) maxToRepay -= maxToRepay % quoteTokenScale;
        toPull -= toPull % collateralScale;
        require(maxToRepay != 0 || toPull != 0, InvalidAmount());
        _accrue();
        Loan storage loan = _loans[borrower];
        if (maxToRepay != 0) repaid = _repay(loan, maxToRepay);
        if (toPull != 0) {
            require(borrower == msg.sender, BorrowerNotSender());
            uint256 needed = LendingMath.COLLATERALIZATION_FACTOR.wmul(loan.t0Debt.wmul(_inflator)).wdiv(_lup());
            require(loan.collateral >= needed + toPull, InsufficientCollateral());
            loan.collateral -= toPull;
            pledgedCollateral -= toPull;
        }
        _checkLimit(limitIndex);
        emit RepayDebt(borrower, repaid, toPull, _lup());
        IERC20(quoteTokenAddress).safeTransferFrom(msg.sender, address(this), repaid / quoteTokenScale);
        IERC20(collateralAddress).safeTransfer(recipient, toPull / collateralScale);
    }

    /// @notice Debt in terms of the pool's beginning (times the pending inflator it is the debt), collateral, and the
    /// ratio of neutral to threshold price.
    function borrowerInfo(address borrower) external view returns (uint256, uint256, uint256) {
        Loan storage loan = _loans[borrower];
        return (loan.t0Debt, loan.collateral, loan.npTpRatio);
    }

    /// @notice The debt of all as of now and as of the last change, none of it in auction, and the sum of each loan's
    /// squared debt over its collateral in terms of the pool's beginning.
    function debtInfo() external view returns (uint256 debt, uint256 accrued, uint256 inAuction, uint256 t0Debt2) {
        debt = totalT0Debt.ceilWmul(LendingMath.pendingInflator(_inflator, _inflatorUpdate, _rate));
        accrued = totalT0Debt.ceilWmul(_inflator);
        inAuction = 0;
        for (uint256 i; i < _borrowers.length; ++i) {
            Loan storage loan = _loans[_borrowers[i]];
            if (loan.collateral != 0) t0Debt2 += Math.mulDiv(loan.t0Debt, loan.t0Debt, loan.collateral);
        }
    }

    function inflatorInfo() external view returns (uint256 inflator, uint256 lastUpdate) {
        return (_inflator, _inflatorUpdate);
    }

    function interestRateInfo() external view returns (uint256 interestRate, uint256 interestRateUpdate) {
        return (_rate, _rateSince);
    }

    /// @notice The loan with the most debt for its collateral, that ratio (WAD), and the number of loans.
    function loansInfo() public view returns (address riskiest, uint256 t0DebtToCollateral, uint256 count) {
        for (uint256 i; i < _borrowers.length; ++i) {
            Loan storage loan = _loans[_borrowers[i]];
            if (loan.t0Debt == 0) continue;
            ++count;
            uint256 ratio = loan.t0Debt.wdiv(loan.collateral);
            if (ratio > t0DebtToCollateral) (riskiest, t0DebtToCollateral) = (_borrowers[i], ratio);
        }
    }

    function _repay(Loan storage loan, uint256 maximum) private returns (uint256 repaid) {
        require(loan.t0Debt != 0, NoDebt());
        uint256 t0Repaid = loan.t0Debt;
        if (maximum < t0Repaid.ceilWmul(_inflator)) t0Repaid = Math.mulDiv(maximum, LendingMath.WAD, _inflator);
        loan.t0Debt -= t0Repaid;
        totalT0Debt -= t0Repaid;
        if (loan.t0Debt != 0) _checkSize(loan);
        repaid = t0Repaid.ceilWmul(_inflator);
        repaid = Math.ceilDiv(repaid, quoteTokenScale) * quoteTokenScale;
    }

    function _accrue() internal override {
        uint256 next = _inflator;
        if (totalT0Debt != 0 && block.timestamp != _inflatorUpdate) {
            next = LendingMath.pendingInflator(_inflator, _inflatorUpdate, _rate);
            uint256 interest = totalT0Debt.wmul(next) - totalT0Debt.wmul(_inflator);
            (, uint256 ratio, ) = loansInfo();
            uint256 threshold = ratio.wmul(next).wmul(LendingMath.COLLATERALIZATION_FACTOR);
            uint256 lowest = threshold < LendingMath.MIN_PRICE ? LendingMath.MAX_INDEX : threshold.indexOf();
            _earn(interest.wmul(LENDER_MARGIN), Math.max(lowest, depositIndex(totalT0Debt.wmul(_inflator))));
        }
        (_inflator, _inflatorUpdate) = (next, block.timestamp);
    }

    function _lup() internal view override returns (uint256) {
        return LendingMath.priceAt(depositIndex(totalT0Debt.wmul(_inflator)));
    }

    function _available() private view returns (uint256) {
        return IERC20(quoteTokenAddress).balanceOf(address(this)) * quoteTokenScale;
    }

    /// @dev One week of interest, and no less than 5 bps.
    function _feeRate() private view returns (uint256) {
        return Math.max(_rate.wdiv(52e18), 0.0005e18);
    }

    function _checkLimit(uint256 limitIndex) private view {
        require(_lup() >= LendingMath.priceAt(limitIndex), LimitIndexExceeded());
    }

    /// @dev With ten loans or more, none may be less than a tenth of their mean.
    function _checkSize(Loan storage loan) private view {
        uint256 debt = loan.t0Debt.wmul(_inflator);
        require(debt >= quoteTokenScale, DustAmountNotExceeded());
        (, , uint256 count) = loansInfo();
        if (count >= 10) require(debt >= totalT0Debt.wmul(_inflator) / count / 10, AmountLTMinDebt());
    }
}
