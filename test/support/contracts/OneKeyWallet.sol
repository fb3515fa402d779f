// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @notice A wallet that lists no owners: whoever has its key may change the key, and signs for it (ERC-1271).
contract OneKeyWallet is IERC1271 {
    address private key;

    constructor(address key_) {
        key = key_;
    }

    function changeKey(address key_) external {
        require(msg.sender == key, "not the key");
        key = key_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (address signer, , ) = ECDSA.tryRecover(hash, signature);
        return signer == key ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }
}
