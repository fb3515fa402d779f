// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

/// @notice A token that does not say its decimals.
contract BareToken {
    string public constant symbol = "CNT";
    uint256 public constant totalSupply = 1e60;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor(address holder) {
        balanceOf[holder] = totalSupply;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// @notice A token with any number of decimals.
contract CountedToken is BareToken {
    uint8 public immutable decimals;

    constructor(address holder, uint8 decimals_) BareToken(holder) {
        decimals = decimals_;
    }
}
