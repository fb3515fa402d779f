// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {TrendTickers} from "./TrendTickers.sol";

/// @notice The trend factory whose deployTrendCoin takes the ticker alone.
contract TrendFactory is TrendTickers {
    constructor(address market_) TrendTickers(market_) {}

    function deployTrendCoin(string calldata ticker) external {
        _deployTrendCoin(ticker);
    }
}
