// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ERC1967Utils} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Utils.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {MultiOwnable} from "./MultiOwnable.sol";

/// @notice A user operation of EntryPoint 0.6.
struct UserOperation {
    address sender;
    uint256 nonce;
    bytes initCode;
    bytes callData;
    uint256 callGasLimit;
    uint256 verificationGasLimit;
    uint256 preVerificationGas;
    uint256 maxFeePerGas;
    uint256 maxPriorityFeePerGas;
    bytes paymasterAndData;
    bytes signature;
}

/// @notice A user operation of EntryPoint 0.7 and 0.8.
struct PackedUserOperation {
    address sender;
    uint256 nonce;
    bytes initCode;
    bytes callData;
    bytes32 accountGasLimits;
    uint256 preVerificationGas;
    bytes32 gasFees;
    bytes paymasterAndData;
    bytes signature;
}

/// @notice Plays the ERC-4337 wallet with several owners that creators use: owners are addresses, each with its index, and
/// a signature names the index of its owner. It executes for its EntryPoint, its owners and itself.
contract SmartWallet is MultiOwnable, IERC1271, ERC721Holder {
    struct Call {
        address target;
        uint256 value;
        bytes data;
    }

    struct SignatureWrapper {
        uint256 ownerIndex;
        bytes signatureData;
    }

    address public immutable entryPoint;

    modifier onlyEntryPointOrOwner() {
        if (msg.sender != entryPoint && !isOwnerAddress(msg.sender) && msg.sender != address(this)) revert Unauthorized();
        _;
    }

    constructor(address entryPoint_) {
        entryPoint = entryPoint_;
        // Nobody has the key of this owner: the implementation itself is nobody's wallet.
        _addOwner(abi.encode(address(1)));
    }

    receive() external payable {}

    /// @notice Gives a proxy its first owners, once.
    function initialize(bytes[] calldata owners) external {
        if (nextOwnerIndex != 0) revert Initialized();
        for (uint256 i; i < owners.length; ++i) _addOwner(owners[i]);
    }

    // --- execution

    function execute(address target, uint256 value, bytes calldata data) external payable onlyEntryPointOrOwner {
        Address.functionCallWithValue(target, data, value);
    }

    function executeBatch(Call[] calldata calls) external payable onlyEntryPointOrOwner {
        for (uint256 i; i < calls.length; ++i)
            Address.functionCallWithValue(calls[i].target, calls[i].data, calls[i].value);
    }

    // --- ERC-4337

    function validateUserOp(
        UserOperation calldata userOp,
        bytes32 userOpHash,
        uint256 missingAccountFunds
    ) external returns (uint256 validationData) {
        return _validate(userOpHash, userOp.signature, missingAccountFunds);
    }

    function validateUserOp(
        PackedUserOperation calldata userOp,
        bytes32 userOpHash,
        uint256 missingAccountFunds
    ) external returns (uint256 validationData) {
        return _validate(userOpHash, userOp.signature, missingAccountFunds);
    }

    // --- implementation (UUPS)

    function implementation() external view returns (address) {
        return ERC1967Utils.getImplementation();
    }

    function upgradeToAndCall(address newImplementation, bytes calldata data) external payable onlyOwner {
        ERC1967Utils.upgradeToAndCall(newImplementation, data);
    }

    // --- ERC-1271, bound to this wallet and chain

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        return _isSigned(replaySafeHash(hash), signature) ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }

    function replaySafeHash(bytes32 hash) public view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Coinbase Smart Wallet"),
                keccak256("1"),
                block.chainid,
                address(this)
            )
        );
        bytes32 message = keccak256(abi.encode(keccak256("CoinbaseSmartWalletMessage(bytes32 hash)"), hash));
        return keccak256(abi.encodePacked("\x19\x01", domain, message));
    }

    // --- internals

    function _validate(bytes32 hash, bytes calldata signature, uint256 missing) private returns (uint256) {
        if (msg.sender != entryPoint) revert Unauthorized();
        if (missing != 0) {
            // Whether it was enough is for the EntryPoint to say.
            (bool paid, ) = payable(msg.sender).call{value: missing}("");
            (paid);
        }
        return _isSigned(hash, signature) ? 0 : 1;
    }

    /// @dev Owners by public key (WebAuthn) are not played: nothing is signed by them.
    function _isSigned(bytes32 hash, bytes calldata signature) private view returns (bool) {
        SignatureWrapper memory wrapper = abi.decode(signature, (SignatureWrapper));
        bytes memory owner = ownerAtIndex[wrapper.ownerIndex];
        if (owner.length != 32) return false;
        (address signer, ECDSA.RecoverError failure, ) = ECDSA.tryRecover(hash, wrapper.signatureData);
        return failure == ECDSA.RecoverError.NoError && signer == abi.decode(owner, (address));
    }
}
