// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {BasePaymaster} from "account-abstraction-0.8/core/BasePaymaster.sol";
import {_packValidationData} from "account-abstraction-0.8/core/Helpers.sol";
import {IEntryPoint} from "account-abstraction-0.8/interfaces/IEntryPoint.sol";
import {PackedUserOperation} from "account-abstraction-0.8/interfaces/PackedUserOperation.sol";

/// @notice Pays at EntryPoint 0.8 for operations that a service has signed for, as VerifyingPaymaster of the earlier versions
/// does: paymasterAndData ends in abi.encode(validUntil, validAfter) and the signature.
contract SponsoringPaymaster is BasePaymaster {
    address public immutable verifyingSigner;

    constructor(IEntryPoint entryPoint_, address signer) BasePaymaster(entryPoint_) {
        verifyingSigner = signer;
    }

    /// @notice What the service signs: the operation without its signatures.
    function getHash(
        PackedUserOperation calldata userOp,
        uint48 validUntil,
        uint48 validAfter
    ) public view returns (bytes32) {
        return
            keccak256(
                abi.encode(
                    userOp.sender,
                    userOp.nonce,
                    keccak256(userOp.initCode),
                    keccak256(userOp.callData),
                    userOp.accountGasLimits,
                    bytes32(userOp.paymasterAndData[PAYMASTER_VALIDATION_GAS_OFFSET:PAYMASTER_DATA_OFFSET]),
                    userOp.preVerificationGas,
                    userOp.gasFees,
                    block.chainid,
                    address(this),
                    validUntil,
                    validAfter
                )
            );
    }

    function _validatePaymasterUserOp(
        PackedUserOperation calldata userOp,
        bytes32,
        uint256
    ) internal view override returns (bytes memory, uint256) {
        bytes calldata data = userOp.paymasterAndData[PAYMASTER_DATA_OFFSET:];
        (uint48 validUntil, uint48 validAfter) = abi.decode(data, (uint48, uint48));
        bytes32 hash = MessageHashUtils.toEthSignedMessageHash(getHash(userOp, validUntil, validAfter));
        (address signer, ECDSA.RecoverError failure, ) = ECDSA.tryRecover(hash, data[64:]);
        bool isSigned = failure == ECDSA.RecoverError.NoError && signer == verifyingSigner;
        return ("", _packValidationData(!isSigned, validUntil, validAfter));
    }
}
