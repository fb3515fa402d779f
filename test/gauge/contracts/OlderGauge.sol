// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

/// @notice A gauge before getEligibleVaults(): all else is answered as another gauge answers it.
contract OlderGauge {
    address private immutable _gauge;

    constructor(address gauge) {
        _gauge = gauge;
    }

    fallback(bytes calldata input) external returns (bytes memory output) {
        require(bytes4(input) != bytes4(keccak256("getEligibleVaults()")));
        bool ok;
        (ok, output) = _gauge.staticcall(input);
        require(ok);
    }
}
