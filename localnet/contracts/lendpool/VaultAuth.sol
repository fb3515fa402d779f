// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

/// @notice Plays the rule book of an inner lending vault: who may move its money, and within which limits.
contract VaultAuth {
    uint256 public constant MAX_BUCKET_INDEX = 7388;

    address public admin;
    address public swapper;
    bool public paused;
    uint256 public bufferRatio = 2000;
    uint256 public minBucketIndex;
    uint256 public depositCap = type(uint256).max;
    uint256 public toll;
    uint256 public tax;
    mapping(address account => bool) public isKeeper;

    event AdminSet(address indexed admin);
    event KeeperSet(address indexed keeper, bool allowed);
    event MinBucketIndexSet(uint256 minBucketIndex);
    event BufferRatioSet(uint256 bufferRatio);
    event PausedSet(bool paused);

    error NotAuthorized();
    error InvalidMinBucketIndex();
    error InvalidBufferRatio();

    modifier onlyAdmin() {
        require(msg.sender == admin, NotAuthorized());
        _;
    }

    constructor(address admin_) {
        admin = admin_;
        isKeeper[admin_] = true;
    }

    function isAdmin(address account) external view returns (bool) {
        return account == admin;
    }

    /// @notice The lowest bucket index (the highest price) at which the vault may lend, 0 to 7388.
    function setMinBucketIndex(uint256 nextMinBucketIndex) external onlyAdmin {
        require(nextMinBucketIndex <= MAX_BUCKET_INDEX, InvalidMinBucketIndex());
        minBucketIndex = nextMinBucketIndex;
        emit MinBucketIndexSet(nextMinBucketIndex);
    }

    /// @param bps part of all assets that stays in the buffer.
    function setBufferRatio(uint256 bps) external onlyAdmin {
        require(bps <= 10_000, InvalidBufferRatio());
        bufferRatio = bps;
        emit BufferRatioSet(bps);
    }

    function setPaused(bool paused_) external onlyAdmin {
        paused = paused_;
        emit PausedSet(paused_);
    }

    function setKeeper(address keeper, bool allowed) external onlyAdmin {
        isKeeper[keeper] = allowed;
        emit KeeperSet(keeper, allowed);
    }

    function setAdmin(address admin_) external onlyAdmin {
        require(admin_ != address(0), NotAuthorized());
        admin = admin_;
        emit AdminSet(admin_);
    }
}
