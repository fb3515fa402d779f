// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ShareToken} from "../token/ShareToken.sol";

/// @notice Plays the wrapper: holds vault shares and issues one share token for every thousand of them. What a
/// thousand does not divide stays the account's own, and counts towards its next call.
contract Wrapper is Ownable {
    using SafeERC20 for IERC20;

    uint256 public constant NORMALIZATION_FACTOR = 1000;
    uint256 public constant MAX_FEE = 1000;
    uint256 public constant BASIS_POINTS = 10_000;
    address public immutable vault;
    address public immutable creatorCoin;
    address public immutable shareOFT;
    address public feeRecipient;
    /// @notice Basis points of the vault shares.
    uint256 public wrapFee;
    uint256 public unwrapFee;
    /// @notice Blocks between a wrap and the first unwrap of its account.
    uint256 public wrapperWithdrawDelayBlocks = 1;
    mapping(address account => uint256) public lastWrapperDepositBlock;
    mapping(address account => uint256) public userDustShares;
    /// @notice Accounts without fees and delay.
    mapping(address account => bool) public isWhitelisted;

    event Wrapped(address indexed user, uint256 vaultSharesIn, uint256 shareOFTOut, uint256 fee);
    event Unwrapped(address indexed user, uint256 shareOFTIn, uint256 vaultSharesOut, uint256 fee);

    error ZeroAmount();
    error FeeExceedsLimit();
    error AmountTooSmallToNormalize();
    error WrapperWithdrawTooSoon(uint256 currentBlock, uint256 requiredBlock);

    constructor(address vault_, address creatorCoin_, address shareOFT_, address owner_) Ownable(owner_) {
        vault = vault_;
        creatorCoin = creatorCoin_;
        shareOFT = shareOFT_;
        feeRecipient = owner_;
    }

    /// @notice Share tokens for these vault shares, rounded down.
    function previewWrap(uint256 amount, address user) public view returns (uint256) {
        return (amount - _fee(amount, wrapFee, user) + userDustShares[user]) / NORMALIZATION_FACTOR;
    }

    /// @notice Vault shares for these share tokens.
    function previewUnwrap(uint256 amount, address user) public view returns (uint256) {
        uint256 released = amount * NORMALIZATION_FACTOR + userDustShares[user];
        return released - _fee(released, unwrapFee, user);
    }

    /// @notice Takes vault shares and mints share tokens to the caller.
    function wrap(uint256 amount) external returns (uint256 amountOut) {
        require(amount != 0, ZeroAmount());
        uint256 fee = _fee(amount, wrapFee, msg.sender);
        amountOut = previewWrap(amount, msg.sender);
        require(amountOut != 0, AmountTooSmallToNormalize());
        userDustShares[msg.sender] = userDustShares[msg.sender] + amount - fee - amountOut * NORMALIZATION_FACTOR;
        lastWrapperDepositBlock[msg.sender] = block.number;
        IERC20(vault).safeTransferFrom(msg.sender, address(this), amount);
        if (fee != 0) IERC20(vault).safeTransfer(feeRecipient, fee);
        ShareToken(shareOFT).mint(msg.sender, amountOut);
        emit Wrapped(msg.sender, amount, amountOut, fee);
    }

    /// @notice Burns the caller's share tokens and gives the vault shares back.
    function unwrap(uint256 amount) external returns (uint256 amountOut) {
        require(amount != 0, ZeroAmount());
        uint256 required = lastWrapperDepositBlock[msg.sender] + wrapperWithdrawDelayBlocks;
        bool mayUnwrap = isWhitelisted[msg.sender] || block.number >= required;
        require(mayUnwrap, WrapperWithdrawTooSoon(block.number, required));
        amountOut = previewUnwrap(amount, msg.sender);
        uint256 fee = amount * NORMALIZATION_FACTOR + userDustShares[msg.sender] - amountOut;
        delete userDustShares[msg.sender];
        ShareToken(shareOFT).burn(msg.sender, amount);
        if (fee != 0) IERC20(vault).safeTransfer(feeRecipient, fee);
        IERC20(vault).safeTransfer(msg.sender, amountOut);
        emit Unwrapped(msg.sender, amount, amountOut, fee);
    }

    function setFees(uint256 wrapFee_, uint256 unwrapFee_) external onlyOwner {
        require(wrapFee_ <= MAX_FEE && unwrapFee_ <= MAX_FEE, FeeExceedsLimit());
        (wrapFee, unwrapFee) = (wrapFee_, unwrapFee_);
    }

    function setWhitelist(address user, bool status) external onlyOwner {
        isWhitelisted[user] = status;
    }

    function _fee(uint256 vaultShares, uint256 bps, address user) private view returns (uint256) {
        return isWhitelisted[user] ? 0 : (vaultShares * bps) / BASIS_POINTS;
    }
}
