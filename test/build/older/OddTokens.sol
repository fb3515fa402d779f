// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

/// @notice A token of the first years: its name and symbol are 32 bytes, and a part of each transfer stays behind.
contract OddToken {
    bytes32 public constant name = "Odd Token";
    bytes32 public constant symbol = "ODD";
    uint8 public constant decimals = 18;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor(address holder) {
        balanceOf[holder] = 1e30;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return _move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        return _move(from, to, amount);
    }

    function _move(address from, address to, uint256 amount) private returns (bool) {
        balanceOf[from] -= amount;
        balanceOf[to] += amount - amount / 100;
        return true;
    }
}

interface IOddToken {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function balanceOf(address account) external view returns (uint256);
}

/// @notice A vote escrow that locks what arrived, and tells neither its shortest nor its longest duration.
contract MeasuringEscrow {
    struct Lock {
        uint256 amount;
        uint256 end;
        uint256 start;
        address lockedToken;
        uint256 underlyingValue;
    }

    address public immutable wrappedShareOFT;
    mapping(address user => Lock) public getLock;

    constructor(address token) {
        wrappedShareOFT = token;
    }

    function lock(address token, uint256 amount, uint256 duration) external returns (uint256) {
        uint256 before = IOddToken(token).balanceOf(address(this));
        IOddToken(token).transferFrom(msg.sender, address(this), amount);
        uint256 arrived = IOddToken(token).balanceOf(address(this)) - before;
        getLock[msg.sender] = Lock(arrived, block.timestamp + duration, block.timestamp, token, 0);
        return arrived;
    }
}
