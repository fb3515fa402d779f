// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @notice Plays Permit2's allowances (https://github.com/Uniswap/permit2): one ERC-20 approval to this contract, and
/// then bounded allowances to others that end. Permits by signature are not played.
contract Permit2 {
    using SafeERC20 for IERC20;

    struct PackedAllowance {
        uint160 amount;
        uint48 expiration;
        uint48 nonce;
    }

    mapping(address owner => mapping(address token => mapping(address spender => PackedAllowance))) public allowance;

    event Approval(
        address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration
    );

    error AllowanceExpired(uint256 deadline);
    error InsufficientAllowance(uint256 amount);

    /// @notice An expiration of zero holds for the running block alone.
    function approve(address token, address spender, uint160 amount, uint48 expiration) external {
        PackedAllowance storage allowed = allowance[msg.sender][token][spender];
        allowed.amount = amount;
        allowed.expiration = expiration == 0 ? uint48(block.timestamp) : expiration;
        emit Approval(msg.sender, token, spender, amount, expiration);
    }

    function transferFrom(address from, address to, uint160 amount, address token) external {
        PackedAllowance storage allowed = allowance[from][token][msg.sender];
        require(block.timestamp <= allowed.expiration, AllowanceExpired(allowed.expiration));
        if (allowed.amount != type(uint160).max) {
            require(amount <= allowed.amount, InsufficientAllowance(allowed.amount));
            allowed.amount -= amount;
        }
        IERC20(token).safeTransferFrom(from, to, amount);
    }
}
