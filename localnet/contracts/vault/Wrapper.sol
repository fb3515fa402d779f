// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ShareToken} from "../token/ShareToken.sol";

/// @notice Plays the wrapper: holds vault shares and issues one share token for every thousand of them.
contract Wrapper is Ownable {
    using SafeERC20 for IERC20;

    uint256 public constant NORMALIZATION_FACTOR = 1000;
    address public immutable vault;
    address public immutable creatorCoin;
    address public immutable shareOFT;

    event Wrapped(address indexed account, uint256 vaultShares, uint256 amount);
    event Unwrapped(address indexed account, uint256 amount, uint256 vaultShares);

    error ZeroAmount();

    constructor(address vault_, address creatorCoin_, address shareOFT_, address owner_) Ownable(owner_) {
        vault = vault_;
        creatorCoin = creatorCoin_;
        shareOFT = shareOFT_;
    }

    /// @notice Takes vault shares (rounded down to whole share-token units) and mints share tokens to the caller.
    function wrap(uint256 vaultShares) external returns (uint256 amount) {
        amount = vaultShares / NORMALIZATION_FACTOR;
        require(amount != 0, ZeroAmount());
        uint256 taken = amount * NORMALIZATION_FACTOR;
        IERC20(vault).safeTransferFrom(msg.sender, address(this), taken);
        ShareToken(shareOFT).mint(msg.sender, amount);
        emit Wrapped(msg.sender, taken, amount);
    }

    /// @notice Burns the caller's share tokens and gives the vault shares back.
    function unwrap(uint256 amount) external returns (uint256 vaultShares) {
        require(amount != 0, ZeroAmount());
        vaultShares = amount * NORMALIZATION_FACTOR;
        ShareToken(shareOFT).burn(msg.sender, amount);
        IERC20(vault).safeTransfer(msg.sender, vaultShares);
        emit Unwrapped(msg.sender, amount, vaultShares);
    }
}
