// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {LendingMath} from "./LendingMath.sol";
import {LendingPool} from "./LendingPool.sol";

/// @notice Plays the contract that answers for any lending pool, as of now: Ajna's PoolInfoUtils. All in WAD.
contract LendingPoolInfo {
    using LendingMath for uint256;

    /// @notice Debt with interest up to now, collateral, neutral price in terms of the pool's beginning, and the price
    /// below which the loan is not covered any more.
    function borrowerInfo(
        address pool,
        address borrower
    ) external view returns (uint256 debt, uint256 collateral, uint256 t0Np, uint256 thresholdPrice) {
        uint256 t0Debt;
        uint256 npTpRatio;
        (t0Debt, collateral, npTpRatio) = LendingPool(pool).borrowerInfo(borrower);
        debt = t0Debt.ceilWmul(_pendingInflator(pool));
        if (collateral == 0) return (debt, 0, 0, 0);
        t0Np = (t0Debt * npTpRatio) / collateral;
        thresholdPrice = debt.wdiv(collateral).wmul(LendingMath.COLLATERALIZATION_FACTOR);
    }

    /// @notice Price and bucket of the highest deposit (hpb), of the riskiest loan's threshold (htp), and of the lowest
    /// deposit that is lent (lup).
    function poolPricesInfo(
        address pool
    ) external view returns (uint256 hpb, uint256 hpbIndex, uint256 htp, uint256 htpIndex, uint256 lup_, uint256 index) {
        hpbIndex = LendingPool(pool).depositIndex(1);
        hpb = LendingMath.priceAt(hpbIndex);
        (, uint256 ratio, ) = LendingPool(pool).loansInfo();
        htp = ratio.wmul(_pendingInflator(pool)).wmul(LendingMath.COLLATERALIZATION_FACTOR);
        htpIndex = htp < LendingMath.MIN_PRICE ? LendingMath.MAX_INDEX : htp.indexOf();
        index = lupIndex(pool);
        lup_ = LendingMath.priceAt(index);
    }

    /// @notice Quote tokens that can be borrowed or withdrawn: what the pool holds, less what is bound by auctions.
    function availableQuoteTokenAmount(address pool) external view returns (uint256) {
        LendingPool lendpool = LendingPool(pool);
        (uint256 bonds, uint256 unclaimed, , ) = lendpool.reservesInfo();
        uint256 held = IERC20(lendpool.quoteTokenAddress()).balanceOf(pool) * lendpool.quoteTokenScale();
        return held > bonds + unclaimed ? held - bonds - unclaimed : 0;
    }

    /// @notice The part of an amount borrowed that is added to the debt at once.
    function borrowFeeRate(address pool) external view returns (uint256) {
        (uint256 rate, ) = LendingPool(pool).interestRateInfo();
        return LendingMath.borrowFeeRate(rate);
    }

    function indexToPrice(uint256 index) external pure returns (uint256) {
        return LendingMath.priceAt(index);
    }

    function priceToIndex(uint256 price) external pure returns (uint256) {
        return LendingMath.indexOf(price);
    }

    function lup(address pool) external view returns (uint256) {
        return LendingMath.priceAt(lupIndex(pool));
    }

    function lupIndex(address pool) public view returns (uint256) {
        (uint256 debt, , , ) = LendingPool(pool).debtInfo();
        return LendingPool(pool).depositIndex(debt);
    }

    function _pendingInflator(address pool) private view returns (uint256) {
        (uint256 inflator, uint256 updatedAt) = LendingPool(pool).inflatorInfo();
        (uint256 rate, ) = LendingPool(pool).interestRateInfo();
        return LendingMath.pendingInflator(inflator, updatedAt, rate);
    }
}
