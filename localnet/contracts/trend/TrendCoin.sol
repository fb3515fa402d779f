// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice A trend coin: a fixed supply, nobody's, made once by its factory as a clone.
contract TrendCoin is ERC20 {
    uint256 public constant TOTAL_SUPPLY = 1_000_000_000e18;

    address public factory;
    string private _ticker;

    error AlreadyInitialized();

    constructor() ERC20("", "") {
        // The implementation itself is never a coin.
        factory = address(this);
    }

    function initialize(string calldata ticker, address market) external {
        if (factory != address(0)) revert AlreadyInitialized();
        factory = msg.sender;
        _ticker = ticker;
        _mint(market, TOTAL_SUPPLY);
    }

    function name() public view override returns (string memory) {
        return _ticker;
    }

    function symbol() public view override returns (string memory) {
        return _ticker;
    }
}
