// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// A token of the time before ERC-6093: it says in words why it refuses, and, as Tether USD does, takes a new approval only
/// where the last one is used up or zero.
contract OlderToken {
    string public constant symbol = "OLD";
    uint8 public constant decimals = 6;

    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor(address holder, uint256 supply) {
        balanceOf[holder] = supply;
    }

    function approve(address spender, uint256 amount) external {
        require(amount == 0 || allowance[msg.sender][spender] == 0);
        allowance[msg.sender][spender] = amount;
    }

    function transferFrom(address from, address to, uint256 amount) external {
        require(amount <= balanceOf[from], "ERC20: transfer amount exceeds balance");
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}
