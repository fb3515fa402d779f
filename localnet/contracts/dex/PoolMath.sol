// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @notice Prices and amounts of a concentrated-liquidity position (Uniswap v3 whitepaper, sections 6.1 to 6.2).
library PoolMath {
    uint256 private constant Q96 = 1 << 96;
    /// @dev 1 / sqrt(1.0001) with 128 fractional bits.
    uint256 private constant STEP_DOWN = 0xfffcb933bd6fad37aa2d162d1a594001;

    /// @notice sqrt(1.0001 ^ tick) with 96 fractional bits, by repeated squaring.
    function sqrtPriceAt(int24 tick) internal pure returns (uint160) {
        uint256 steps = tick < 0 ? uint256(-int256(tick)) : uint256(int256(tick));
        uint256 ratio = 1 << 128;
        for (uint256 factor = STEP_DOWN; steps != 0; steps >>= 1) {
            if (steps & 1 != 0) ratio = (ratio * factor) >> 128;
            factor = (factor * factor) >> 128;
        }
        if (tick > 0) ratio = type(uint256).max / ratio;
        return uint160(ratio >> 32);
    }

    /// @notice The most liquidity that `amount0` and `amount1` can back between two prices.
    function liquidityFor(
        uint160 price,
        uint160 lower,
        uint160 upper,
        uint256 amount0,
        uint256 amount1
    ) internal pure returns (uint128) {
        uint256 liquidity;
        if (price <= lower) liquidity = _liquidity0(lower, upper, amount0);
        else if (price >= upper) liquidity = _liquidity1(lower, upper, amount1);
        else liquidity = Math.min(_liquidity0(price, upper, amount0), _liquidity1(lower, price, amount1));
        return uint128(liquidity);
    }

    /// @notice The amounts that `liquidity` between two prices holds at `price`.
    function amountsFor(
        uint160 price,
        uint160 lower,
        uint160 upper,
        uint128 liquidity
    ) internal pure returns (uint256 amount0, uint256 amount1) {
        uint160 inside = price < lower ? lower : price > upper ? upper : price;
        amount0 = Math.mulDiv(uint256(liquidity) << 96, upper - inside, upper) / inside;
        amount1 = Math.mulDiv(liquidity, inside - lower, Q96);
    }

    function _liquidity0(uint160 a, uint160 b, uint256 amount) private pure returns (uint256) {
        return Math.mulDiv(amount, Math.mulDiv(a, b, Q96), b - a);
    }

    function _liquidity1(uint160 a, uint160 b, uint256 amount) private pure returns (uint256) {
        return Math.mulDiv(amount, Q96, b - a);
    }
}
