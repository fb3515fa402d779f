// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {TrendTickers} from "./TrendTickers.sol";

/// @notice The trend factory whose deployTrendCoin also takes a hook, which runs once the coin is there; value goes to it.
contract HookedTrendFactory is TrendTickers {
    error EthTransferInvalid();
    error InvalidHook();

    constructor(address market_) TrendTickers(market_) {}

    function deployTrendCoin(string calldata symbol, address postDeployHook, bytes calldata)
        external
        payable
        returns (address coin, bytes memory)
    {
        if (postDeployHook != address(0)) revert InvalidHook();
        if (msg.value > 0) revert EthTransferInvalid();
        return (_deployTrendCoin(symbol), "");
    }
}
