// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

interface ILotteryManager {
    function processSwapLottery(address buyer, address token, uint256 shares) external returns (uint256 requestId);
}

/// @notice Buys a ticket and claims in the router's words that it was a free one.
contract Spoofer {
    event AmoeEntrySettled(
        uint256 indexed entryId,
        bytes32 indexed pointsBurnNullifier,
        uint256 pointsBurnedAsUSD,
        uint256 managerEntryId
    );

    function buy(ILotteryManager manager, address buyer, address token, uint256 shares) external {
        uint256 requestId = manager.processSwapLottery(buyer, token, shares);
        emit AmoeEntrySettled(1, bytes32(uint256(1)), 1e6, requestId);
    }
}
