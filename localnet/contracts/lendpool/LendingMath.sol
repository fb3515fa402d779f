// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {SD59x18, ceil, convert, div, exp2, log2, mul, sd} from "@prb/math/src/SD59x18.sol";
import {exp, ud} from "@prb/math/src/UD60x18.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @notice Prices and interest of a lending pool. Prices are quote tokens per collateral token, in WAD (1e18), and
/// each bucket's is 1.005 times that of the next: index 0 is the highest, 4156 is 1.0, 7388 the lowest.
library LendingMath {
    uint256 internal constant WAD = 1e18;
    uint256 internal constant MAX_INDEX = 7388;
    uint256 internal constant MAX_PRICE = 1_004_968_987.606512354182109771e18;
    uint256 internal constant MIN_PRICE = 99_836_282_890;
    /// @notice What a loan must be covered by: 104 % of its debt.
    uint256 internal constant COLLATERALIZATION_FACTOR = 1.04e18;
    SD59x18 private constant STEP = SD59x18.wrap(1.005e18);

    error BucketIndexOutOfBounds();
    error BucketPriceOutOfBounds();

    function priceAt(uint256 index) internal pure returns (uint256) {
        require(index <= MAX_INDEX, BucketIndexOutOfBounds());
        return uint256(exp2(mul(convert(4156 - int256(index)), log2(STEP))).unwrap());
    }

    /// @notice The bucket of a price: below 1.0 the nearest one, above it the next higher one.
    function indexOf(uint256 price) internal pure returns (uint256) {
        require(price >= MIN_PRICE && price <= MAX_PRICE, BucketPriceOutOfBounds());
        SD59x18 steps = div(log2(sd(int256(price))), log2(STEP));
        SD59x18 up = ceil(steps);
        bool lower = steps.unwrap() < 0 && up.unwrap() - steps.unwrap() > 0.5e18;
        return uint256((lower ? int256(4157) : int256(4156)) - convert(up));
    }

    /// @notice What a debt has grown by since the beginning, continuously compounded up to now.
    function pendingInflator(uint256 inflator, uint256 updatedAt, uint256 rate) internal view returns (uint256) {
        return wmul(inflator, exp(ud((rate * (block.timestamp - updatedAt)) / 365 days)).unwrap());
    }

    /// @notice What a borrower owes at once beside the amount: one week of interest, and no less than 5 bps.
    function borrowFeeRate(uint256 rate) internal pure returns (uint256) {
        return Math.max(wdiv(rate, 52e18), 0.0005e18);
    }

    function wmul(uint256 a, uint256 b) internal pure returns (uint256) {
        return (a * b + WAD / 2) / WAD;
    }

    function wdiv(uint256 a, uint256 b) internal pure returns (uint256) {
        return (a * WAD + b / 2) / b;
    }

    function ceilWmul(uint256 a, uint256 b) internal pure returns (uint256) {
        return Math.mulDiv(a, b, WAD, Math.Rounding.Ceil);
    }
}
