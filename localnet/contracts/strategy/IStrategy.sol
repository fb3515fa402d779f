// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

/// @notice What a creator vault asks of a strategy. Amounts are in base units of the vault's asset.
interface IStrategy {
    function isActive() external view returns (bool);

    function asset() external view returns (address);

    function getTotalAssets() external view returns (uint256);

    function deposit(uint256 amount) external returns (uint256);

    function withdraw(uint256 amount) external returns (uint256);
}
