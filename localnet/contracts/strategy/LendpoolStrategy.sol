// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Strategy} from "./Strategy.sol";

/// @notice Plays the adapter between a creator vault and an ERC-4626 vault that lends in a pool; a part stays idle.
contract LendpoolStrategy is Strategy {
    using SafeERC20 for IERC20;

    address public immutable ERC4626_VAULT;
    uint256 public idleBufferBps = 1000;
    bool public isActive = true;

    constructor(
        address vault_,
        address asset_,
        address owner_,
        address innerVault
    ) Strategy(vault_, asset_, owner_) {
        ERC4626_VAULT = innerVault;
        IERC20(asset_).forceApprove(innerVault, type(uint256).max);
    }

    /// @notice The part of all assets, in bps, that is kept out of the inner vault. Emits no event.
    function setIdleBufferBps(uint256 newBps) external onlyOwner {
        require(newBps <= 10_000, "Invalid bps");
        idleBufferBps = newBps;
    }

    function setActive(bool active) external onlyOwner {
        isActive = active;
    }

    function getTotalAssets() public view returns (uint256) {
        IERC4626 inner = IERC4626(ERC4626_VAULT);
        return _idle() + inner.convertToAssets(inner.balanceOf(address(this)));
    }

    /// @notice What could be returned now: idle and what the inner vault can pay.
    function getRealizableAssets() external view returns (uint256) {
        return _idle() + IERC4626(ERC4626_VAULT).maxWithdraw(address(this));
    }

    function isValuationReady() external pure returns (bool) {
        return true;
    }

    function _invest() internal override {
        uint256 keep = (getTotalAssets() * idleBufferBps) / 10_000;
        uint256 idle = _idle();
        if (idle > keep) IERC4626(ERC4626_VAULT).deposit(idle - keep, address(this));
    }

    function _divest(uint256 amount) internal override {
        IERC4626 inner = IERC4626(ERC4626_VAULT);
        uint256 possible = Math.min(amount, inner.maxWithdraw(address(this)));
        if (possible != 0) inner.withdraw(possible, address(this), address(this));
    }
}
