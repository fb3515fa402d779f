// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// A token of the time before ERC-20's metadata extension was settled: name and symbol are one word of text, as MKR has
/// them.
contract Bytes32Token {
    bytes32 public name;
    bytes32 public symbol;
    uint8 public constant decimals = 18;
    uint256 public totalSupply;

    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor(bytes32 name_, bytes32 symbol_, address holder, uint256 supply) {
        name = name_;
        symbol = symbol_;
        balanceOf[holder] = supply;
        totalSupply = supply;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }
}
