// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

/// @notice Plays the EVM side of a bridge to an SVM chain, as far as routes go: a relayer brings each registration from
/// the other side, a route is registered once, and its scalar is exactly 10 to the power of the exponent given then.
contract TokenBridge {
    /// @notice Units of the local token for one unit of the remote one; 0 where no route is.
    mapping(address localToken => mapping(bytes32 remoteToken => uint256)) public scalars;
    address public immutable relayer;

    event TokenRegistered(address indexed localToken, bytes32 indexed remoteToken, uint256 scalar);

    error NotRelayer();
    error AlreadyRegistered();

    constructor(address relayer_) {
        relayer = relayer_;
    }

    function registerRemoteToken(address localToken, bytes32 remoteToken, uint8 scalerExponent) external {
        if (msg.sender != relayer) revert NotRelayer();
        if (scalars[localToken][remoteToken] != 0) revert AlreadyRegistered();
        uint256 scalar = 10 ** uint256(scalerExponent);
        scalars[localToken][remoteToken] = scalar;
        emit TokenRegistered(localToken, remoteToken, scalar);
    }
}
