// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @notice What a ticket is worth and how likely it wins. USD have six decimals, chances are parts per million.
library LotteryMath {
    uint256 internal constant USD_PER_PPM = 250_000;
    uint256 internal constant BOOST_SPAN = 9_999_000_000;
    uint256 internal constant FAIR_VALUE_BPS = 30;

    /// @notice Four parts per million for each dollar, none below the minimum, at most `ceiling`.
    function baseChance(uint256 usd, uint256 minimum, uint256 ceiling) internal pure returns (uint256) {
        return usd < minimum ? 0 : Math.min(usd / USD_PER_PPM, ceiling);
    }

    /// @notice The part of a vault's boost that a ticket gets: none at the minimum, all of it from 10 000 dollars on.
    function boostOf(uint256 boost, uint256 usd, uint256 minimum) internal pure returns (uint256) {
        return usd <= minimum ? 0 : (boost * Math.min(usd - minimum, BOOST_SPAN)) / BOOST_SPAN;
    }

    /// @notice USD of share tokens, each taken for one coin at `price` (USD times 1e18).
    function usdOf(uint256 shares, uint256 price, uint256 multiplierBps) internal pure returns (uint256) {
        return (Math.mulDiv(shares, price, 1e30) * multiplierBps) / 10_000;
    }

    /// @notice Most share tokens that a win may pay, so that a ticket's expected value stays at 0.3 % of its amount.
    function fairPrize(uint256 usd, uint256 chance, uint256 price) internal pure returns (uint256) {
        uint256 prizeUsd = (usd * FAIR_VALUE_BPS * 1e6) / (10_000 * chance);
        return Math.mulDiv(prizeUsd, 1e30, price);
    }
}
