// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {LendingDeposits} from "./LendingDeposits.sol";
import {LendingMath} from "./LendingMath.sol";

/// @notice The borrowers' side of a lending pool: loans, the interest on them, and what a loan must keep to.
abstract contract LendingLoans is LendingDeposits {
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
    uint256 internal immutable _rate;
    uint256 private immutable _rateSince = block.timestamp;
    uint256 internal _inflator = LendingMath.WAD;
    uint256 private _inflatorUpdate = block.timestamp;
    uint256 public totalT0Debt;
    uint256 public pledgedCollateral;
    address[] private _borrowers;
    mapping(address borrower => Loan) internal _loans;

    error AmountLTMinDebt();
    error DustAmountNotExceeded();
    error LimitIndexExceeded();

    /// @param rate interest of a year, in WAD.
    constructor(address collateral, address quote, uint256 rate) LendingDeposits(quote) {
        collateralAddress = collateral;
        collateralScale = 10 ** (18 - IERC20Metadata(collateral).decimals());
        _rate = rate;
    }

    /// @notice Debt in terms of the pool's beginning (times the pending inflator it is the debt), collateral, and the
    /// ratio of neutral to threshold price.
    function borrowerInfo(address borrower) external view returns (uint256, uint256, uint256) {
        Loan storage loan = _loans[borrower];
        return (loan.t0Debt, loan.collateral, loan.npTpRatio);
    }

    /// @notice The debt of all as of now and as of the last change, that part of it that is in auction, and the sum of
    /// each loan's squared debt over its collateral in terms of the pool's beginning.
    function debtInfo() external view returns (uint256 debt, uint256 accrued, uint256 inAuction, uint256 t0Debt2) {
        debt = totalT0Debt.ceilWmul(LendingMath.pendingInflator(_inflator, _inflatorUpdate, _rate));
        accrued = totalT0Debt.ceilWmul(_inflator);
        for (uint256 i; i < _borrowers.length; ++i) {
            Loan storage loan = _loans[_borrowers[i]];
            if (_inAuction(_borrowers[i])) inAuction += loan.t0Debt.ceilWmul(_inflator);
            if (loan.collateral != 0) t0Debt2 += Math.mulDiv(loan.t0Debt, loan.t0Debt, loan.collateral);
        }
    }

    function inflatorInfo() external view returns (uint256 inflator, uint256 lastUpdate) {
        return (_inflator, _inflatorUpdate);
    }

    function interestRateInfo() external view returns (uint256 interestRate, uint256 interestRateUpdate) {
        return (_rate, _rateSince);
    }

    /// @notice The loan outside of auctions with the most debt for its collateral, that ratio (WAD), and the number of
    /// all loans.
    function loansInfo() public view returns (address riskiest, uint256 t0DebtToCollateral, uint256 count) {
        for (uint256 i; i < _borrowers.length; ++i) {
            Loan storage loan = _loans[_borrowers[i]];
            if (loan.t0Debt == 0) continue;
            ++count;
            if (_inAuction(_borrowers[i])) continue;
            uint256 ratio = loan.t0Debt.wdiv(loan.collateral);
            if (ratio > t0DebtToCollateral) (riskiest, t0DebtToCollateral) = (_borrowers[i], ratio);
        }
    }

    function _inAuction(address borrower) internal view virtual returns (bool);

    /// @dev Notes the ratio of neutral to threshold price that the present rate gives a loan.
    function _stamp(address borrower) internal {
        Loan storage loan = _loans[borrower];
        if (loan.npTpRatio == 0) _borrowers.push(borrower);
        loan.npTpRatio = LendingMath.COLLATERALIZATION_FACTOR + Math.sqrt(_rate * LendingMath.WAD) / 2;
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

    /// @dev Whether collateral at the lowest lent price is worth 104 % of the debt; at the lowest price of all it never is.
    function _isCovered(Loan storage loan) internal view returns (bool) {
        if (loan.t0Debt == 0) return true;
        uint256 needed = LendingMath.COLLATERALIZATION_FACTOR.wmul(loan.t0Debt.wmul(_inflator));
        return _lup() != LendingMath.MIN_PRICE && loan.collateral.wmul(_lup()) >= needed;
    }

    function _checkLimit(uint256 price, uint256 limitIndex) internal pure {
        require(price >= LendingMath.priceAt(limitIndex), LimitIndexExceeded());
    }

    /// @dev What remains of a debt is none, or an amount that can be paid and, in a pool of ten loans or more, at least a
    /// tenth of their mean.
    function _checkSize(uint256 debt, uint256 poolDebt, uint256 count) internal view {
        if (debt == 0) return;
        require(debt >= quoteTokenScale, DustAmountNotExceeded());
        if (count >= 10) require(debt >= poolDebt.wdiv(count * LendingMath.WAD).wdiv(10e18), AmountLTMinDebt());
    }
}
