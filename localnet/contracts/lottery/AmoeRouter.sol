// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {LotteryManager} from "./LotteryManager.sol";

/// @notice Plays the router of the free way into the lottery: a relayer brings what a wallet's burnt points prove, once
/// for each burn, or anybody brings an entry that the attestor signed, once for each nonce; the router enters the wallet
/// with the manager.
contract AmoeRouter is Ownable, EIP712 {
    bytes32 public constant AMOE_ENTRY_TYPEHASH =
        keccak256("AmoeEntry(address buyer,address creatorCoin,bytes32 nonce,uint256 deadline)");
    uint256 public constant EPOCH_DURATION = 1 days;
    /// @notice Seconds after an epoch's end in which its entries are still taken.
    uint256 public constant EPOCH_GRACE = 60;

    LotteryManager public immutable manager;
    uint256 public immutable genesis;
    uint256 public nextEntryId = 1;
    mapping(address relayer => bool) public isRelayer;
    mapping(bytes32 nullifier => bool) public isSpent;
    /// @dev As in the deployed router nobody can ask for it; events tell which nonce was used.
    mapping(bytes32 nonce => bool) private _usedNonces;
    address public attestor;
    /// @notice Whether attestations are over `getAmoeMessageHash` (EIP-191) instead of typed data (EIP-712).
    bool public attestsHash;

    event AmoeEntryRecorded(
        uint256 indexed entryId,
        address indexed buyer,
        address indexed creatorCoin,
        uint64 epoch,
        bytes32 nonceCommit,
        bytes32 walletAddrCommit,
        uint8 path
    );
    event AmoeEntrySettled(
        uint256 indexed entryId,
        bytes32 indexed pointsBurnNullifier,
        uint256 pointsBurnedAsUSD,
        uint256 managerEntryId
    );

    error NotRelayer(address caller);
    error NullifierSpent(bytes32 nullifier);
    error WrongEpoch(uint64 epoch);
    error NonceUsed(bytes32 nonce);
    error AttestationExpired(uint256 deadline);
    error NotAttested(address signer);

    constructor(
        LotteryManager manager_,
        uint256 genesis_,
        address owner_
    ) Ownable(owner_) EIP712("LotteryAmoeRouter", "1") {
        manager = manager_;
        genesis = genesis_;
    }

    function setRelayer(address relayer, bool allowed) external onlyOwner {
        isRelayer[relayer] = allowed;
    }

    function setAttestor(address attestor_, bool attestsHash_) external onlyOwner {
        attestor = attestor_;
        attestsHash = attestsHash_;
    }

    function currentEpoch() public view returns (uint64) {
        return _epochAt(block.timestamp);
    }

    /// @param pointsBurnNullifier names the burn; it counts once.
    /// @param pointsBurnedAsUSD what the burnt points are worth, six decimals.
    function relayEntry(
        address buyer,
        address creatorCoin,
        uint64 epoch,
        bytes32 nonceCommit,
        bytes32 walletAddrCommit,
        bytes32 pointsBurnNullifier,
        uint256 pointsBurnedAsUSD
    ) external returns (uint256 entryId) {
        require(isRelayer[msg.sender], NotRelayer(msg.sender));
        require(epoch == currentEpoch() || epoch == _epochAt(block.timestamp - EPOCH_GRACE), WrongEpoch(epoch));
        require(!isSpent[pointsBurnNullifier], NullifierSpent(pointsBurnNullifier));
        isSpent[pointsBurnNullifier] = true;
        entryId = nextEntryId++;
        emit AmoeEntryRecorded(entryId, buyer, creatorCoin, epoch, nonceCommit, walletAddrCommit, 0);
        uint256 managerEntryId = manager.processAmoeEntry(buyer, creatorCoin, pointsBurnedAsUSD);
        emit AmoeEntrySettled(entryId, pointsBurnNullifier, pointsBurnedAsUSD, managerEntryId);
    }

    /// @notice What the attestor signs where it signs hashes; how it is packed is this contract's own affair.
    function getAmoeMessageHash(
        address buyer,
        address creatorCoin,
        bytes32 nonce,
        uint256 deadline
    ) public view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(this), buyer, creatorCoin, nonce, deadline));
    }

    /// @notice Enters the buyer at the least paid amount, whoever sends it.
    /// @param deadline last second, of the block's time, in which the attestation holds.
    function submitAmoeEntry(
        address buyer,
        address creatorCoin,
        bytes32 nonce,
        uint256 deadline,
        bytes calldata signature
    ) external returns (uint256 entryId) {
        require(block.timestamp <= deadline, AttestationExpired(deadline));
        require(!_usedNonces[nonce], NonceUsed(nonce));
        bytes32 hash = attestsHash
            ? MessageHashUtils.toEthSignedMessageHash(getAmoeMessageHash(buyer, creatorCoin, nonce, deadline))
            : _hashTypedDataV4(keccak256(abi.encode(AMOE_ENTRY_TYPEHASH, buyer, creatorCoin, nonce, deadline)));
        address signer = ECDSA.recover(hash, signature);
        require(attestor != address(0) && signer == attestor, NotAttested(signer));
        _usedNonces[nonce] = true;
        entryId = nextEntryId++;
        bytes32 wallet = keccak256(abi.encode(buyer));
        emit AmoeEntryRecorded(entryId, buyer, creatorCoin, currentEpoch(), keccak256(abi.encode(nonce)), wallet, 0);
        (uint256 minimum, , , , , ) = manager.lotteryConfig();
        uint256 managerEntryId = manager.processAmoeEntry(buyer, creatorCoin, minimum);
        emit AmoeEntrySettled(entryId, nonce, minimum, managerEntryId);
    }

    function _epochAt(uint256 time) private view returns (uint64) {
        return uint64((time - genesis) / EPOCH_DURATION);
    }
}
