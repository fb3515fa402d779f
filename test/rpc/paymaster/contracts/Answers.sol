// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

/// @notice Answers some getters with addresses, and everything else with a revert.
contract Answers {
    mapping(bytes4 selector => address) private _said;

    constructor(bytes4[] memory selectors, address[] memory answers) {
        for (uint256 i; i < selectors.length; ++i) _said[selectors[i]] = answers[i];
    }

    fallback(bytes calldata) external returns (bytes memory) {
        address answer = _said[msg.sig];
        require(answer != address(0));
        return abi.encode(answer);
    }
}
