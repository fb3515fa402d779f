// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Strategy} from "./Strategy.sol";

/// @notice Plays a strategy of a kind that nobody knows: it answers what every strategy does and nothing more.
contract IdleStrategy is Strategy {
    bool public isActive = true;

    constructor(address vault_, address asset_, address owner_) Strategy(vault_, asset_, owner_) {}

    function getTotalAssets() external view returns (uint256) {
        return _idle();
    }

    function setActive(bool active) external onlyOwner {
        isActive = active;
    }
}
