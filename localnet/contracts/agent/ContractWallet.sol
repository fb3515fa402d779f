// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";

/// @notice Plays a smart-contract wallet: it acts for its owner, and its owner's signature is its own (ERC-1271).
contract ContractWallet is IERC1271, ERC721Holder, Ownable {
    constructor(address owner_) Ownable(owner_) {}

    receive() external payable {}

    function execute(address target, uint256 value, bytes calldata data) external onlyOwner returns (bytes memory) {
        return Address.functionCallWithValue(target, data, value);
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (address signer, ECDSA.RecoverError failure, ) = ECDSA.tryRecover(hash, signature);
        bool valid = failure == ECDSA.RecoverError.NoError && signer == owner();
        return valid ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }
}
