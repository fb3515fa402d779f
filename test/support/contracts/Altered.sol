// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

/// @notice A contract of another shape: it answers as another one does, but for some functions, which it does not have
/// (an empty answer) or answers otherwise.
contract Altered {
    address private immutable _target;
    mapping(bytes4 => bool) private _altered;
    mapping(bytes4 => bytes) private _answers;

    constructor(address target, bytes4[] memory selectors, bytes[] memory answers) {
        _target = target;
        for (uint256 i = 0; i < selectors.length; ++i) {
            _altered[selectors[i]] = true;
            _answers[selectors[i]] = answers[i];
        }
    }

    fallback(bytes calldata input) external returns (bytes memory output) {
        if (_altered[bytes4(input)]) {
            output = _answers[bytes4(input)];
            require(output.length != 0);
            return output;
        }
        bool ok;
        (ok, output) = _target.staticcall(input);
        require(ok);
    }
}
