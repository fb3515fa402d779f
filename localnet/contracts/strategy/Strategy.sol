// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IStrategy} from "./IStrategy.sol";

/// @notice What all strategies share: one vault, one asset, an owner, and money that moves for the vault alone.
abstract contract Strategy is IStrategy, Ownable {
    using SafeERC20 for IERC20;

    address public immutable vault;
    address public immutable ASSET;

    error OnlyVault();

    constructor(address vault_, address asset_, address owner_) Ownable(owner_) {
        vault = vault_;
        ASSET = asset_;
    }

    modifier onlyVault() {
        require(msg.sender == vault, OnlyVault());
        _;
    }

    function asset() external view returns (address) {
        return ASSET;
    }

    /// @notice Takes `amount` from the vault and puts it to work.
    function deposit(uint256 amount) external onlyVault returns (uint256) {
        IERC20(ASSET).safeTransferFrom(vault, address(this), amount);
        _invest();
        return amount;
    }

    /// @notice Returns up to `amount` to the vault; the result says how much it was.
    function withdraw(uint256 amount) external onlyVault returns (uint256 returned) {
        uint256 idle = _idle();
        if (idle < amount) _divest(amount - idle);
        returned = Math.min(amount, _idle());
        IERC20(ASSET).safeTransfer(vault, returned);
    }

    function _idle() internal view returns (uint256) {
        return IERC20(ASSET).balanceOf(address(this));
    }

    function _invest() internal virtual {}

    function _divest(uint256 amount) internal virtual {}
}
