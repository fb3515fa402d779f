// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Strategy} from "./Strategy.sol";

/// @notice Plays a strategy whose money goes to another chain through a bridge adapter. Here it stays idle, so
/// that valuation and withdrawal are true; with no adapter and no destination it is of no known kind.
contract BridgeStrategy is Strategy {
    address public immutable bridgeAdapter;
    bytes32 public immutable solanaDestination;
    bool public isActive = true;

    constructor(
        address vault_,
        address asset_,
        address owner_,
        address bridgeAdapter_,
        bytes32 destination
    ) Strategy(vault_, asset_, owner_) {
        bridgeAdapter = bridgeAdapter_;
        solanaDestination = destination;
    }

    function getTotalAssets() external view returns (uint256) {
        return _idle();
    }

    function setActive(bool active) external onlyOwner {
        isActive = active;
    }
}
