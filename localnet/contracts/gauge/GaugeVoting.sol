// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

interface ILocks {
    struct Lock {
        uint256 amount;
        uint256 end;
        uint256 start;
        address lockedToken;
        uint256 underlyingValue;
    }

    function getLock(address user) external view returns (Lock memory);
    function getRemainingLockTime(address user) external view returns (uint256);
    function votingPowerAt(address user, uint256 timestamp) external view returns (uint256);
}

interface IVoteUtility {
    function sync(address user) external;
    function effectiveVe33Of(address user) external view returns (uint256);
}

interface ILanes {
    function getTokenForVault(address vault) external view returns (address);
    function isTokenActive(address token) external view returns (bool);
}

/// @notice Plays the gauge: in epochs of a week, from one Thursday 00:00 UTC to the next, voters divide their power
/// among vaults, and the vaults share a fixed budget of lottery odds by what they got. Votes end with their epoch.
contract GaugeVoting is Ownable {
    uint256 public constant EPOCH_DURATION = 7 days;
    uint256 public constant VOTE_FREEZE_WINDOW = 1 hours;
    uint256 public constant RESET_FREEZE_WINDOW = 2 hours;
    uint256 public constant MIN_LOCK_AGE = 7 days;
    uint256 public constant MAX_VAULTS_PER_VOTE = 10;
    uint256 public constant MAX_PER_VAULT_PPM = 35_000;
    uint256 private constant TOTAL_PPM = 69_420;

    /// @dev What was cast in one generation of an epoch; an emergency reset begins the next generation.
    struct Tally {
        uint256 total;
        mapping(address vault => uint256) weightOf;
        mapping(address user => bool) voted;
        mapping(address user => mapping(address vault => uint256)) cast;
    }

    struct Ballot {
        address[] vaults;
        uint256[] weights;
    }

    ILocks public immutable ve4626;
    ILanes public immutable registry;
    uint256 public immutable genesisEpochStart;
    IVoteUtility public utility;
    address[] private _whitelist;
    mapping(address vault => bool) public isWhitelisted;
    mapping(uint256 epoch => uint256) public generationOf;
    mapping(uint256 epoch => mapping(uint256 generation => Tally)) private _tallies;
    /// @dev Outlives an emergency reset.
    mapping(uint256 epoch => mapping(address user => Ballot)) private _ballots;
    uint256 private _lastEpoch;

    event Voted(address indexed user, address indexed vault, uint256 weight, uint256 epoch);
    event VotesReset(address indexed user, uint256 epoch);
    event EpochCheckpointed(uint256 indexed epoch, uint256 totalWeight);
    event EmergencyReset(uint256 indexed epoch, uint256 generation);
    event VaultWhitelisted(address indexed vault, bool whitelisted);

    error ArrayLengthMismatch();
    error TooManyVaults();
    error VotingNotStarted();
    error VoteFreezeWindow();
    error LockTooRecent();
    error UtilityNotConfigured();
    error NoVotingPower();
    error LockExpiresBeforeEpochEnd();
    error ZeroWeight();
    error VaultNotWhitelisted(address vault);
    error NormalizedWeightZero();
    error ResetFreezeWindow();

    constructor(address ve4626_, address registry_, address owner_) Ownable(owner_) {
        ve4626 = ILocks(ve4626_);
        registry = ILanes(registry_);
        genesisEpochStart = (block.timestamp / EPOCH_DURATION + 1) * EPOCH_DURATION;
    }

    // --- actions

    /// @notice Divides the caller's power among vaults in the proportion of `weights`, in place of earlier votes of
    /// the epoch. A vault that is named twice gets both weights; what rounding leaves goes to the first vault.
    function vote(address[] calldata vaults, uint256[] calldata weights) external {
        require(vaults.length == weights.length, ArrayLengthMismatch());
        require(vaults.length <= MAX_VAULTS_PER_VOTE, TooManyVaults());
        _requireOpen();
        uint256 power = _usePower(msg.sender);
        (address[] memory unique, uint256[] memory shares, uint256 count) = _merge(vaults, weights);
        _normalize(shares, count, power);

        uint256 epoch = currentEpoch();
        _checkpoint(epoch);
        _clear(epoch, msg.sender);
        Tally storage tally = _tally(epoch);
        Ballot storage ballot = _ballots[epoch][msg.sender];
        tally.voted[msg.sender] = count != 0;
        for (uint256 i; i < count; ++i) {
            ballot.vaults.push(unique[i]);
            ballot.weights.push(shares[i]);
            tally.cast[msg.sender][unique[i]] = shares[i];
            tally.weightOf[unique[i]] += shares[i];
            tally.total += shares[i];
            emit Voted(msg.sender, unique[i], shares[i], epoch);
        }
    }

    /// @notice Takes the caller's votes of the epoch back; at any time, in the freeze too.
    function resetVotes() external {
        uint256 epoch = currentEpoch();
        _checkpoint(epoch);
        _clear(epoch, msg.sender);
        emit VotesReset(msg.sender, epoch);
    }

    // --- the owner

    function setUtility(address utility_) external onlyOwner {
        utility = IVoteUtility(utility_);
    }

    function setWhitelisted(address vault, bool whitelisted) external onlyOwner {
        if (isWhitelisted[vault] == whitelisted) return;
        isWhitelisted[vault] = whitelisted;
        emit VaultWhitelisted(vault, whitelisted);
        if (whitelisted) return _whitelist.push(vault);
        uint256 i;
        while (_whitelist[i] != vault) ++i;
        _whitelist[i] = _whitelist[_whitelist.length - 1];
        _whitelist.pop();
    }

    /// @notice Voids all votes of the running epoch; not in its last two hours.
    function emergencyReset() external onlyOwner {
        require(timeUntilNextEpoch() > RESET_FREEZE_WINDOW, ResetFreezeWindow());
        uint256 epoch = currentEpoch();
        emit EmergencyReset(epoch, ++generationOf[epoch]);
    }

    // --- time

    /// @notice Zero in the first epoch, and before it.
    function currentEpoch() public view returns (uint256) {
        return block.timestamp < genesisEpochStart ? 0 : (block.timestamp - genesisEpochStart) / EPOCH_DURATION;
    }

    function epochStartTime(uint256 epoch) public view returns (uint256) {
        return genesisEpochStart + epoch * EPOCH_DURATION;
    }

    function epochEndTime(uint256 epoch) public view returns (uint256) {
        return epochStartTime(epoch + 1);
    }

    /// @notice Until the end of the epoch that currentEpoch() names: more than a week before the first begins.
    function timeUntilNextEpoch() public view returns (uint256) {
        return epochEndTime(currentEpoch()) - block.timestamp;
    }

    // --- vaults

    function getTotalGaugeProbabilityPPM() external pure returns (uint256) {
        return TOTAL_PPM;
    }

    function getTotalGaugeProbabilityBps() external pure returns (uint256) {
        return TOTAL_PPM / 100;
    }

    /// @notice As it was listed, whatever the registry says of a vault by now.
    function getWhitelistedVaults() external view returns (address[] memory) {
        return _whitelist;
    }

    function getEligibleVaults() external view returns (address[] memory eligible) {
        eligible = _whitelist;
        uint256 count;
        for (uint256 i; i < eligible.length; ++i) {
            if (canReceiveVotes(eligible[i])) eligible[count++] = eligible[i];
        }
        assembly {
            mstore(eligible, count)
        }
    }

    function canReceiveVotes(address vault) public view returns (bool) {
        return isWhitelisted[vault] && registry.isTokenActive(registry.getTokenForVault(vault));
    }

    function getTotalWeight() external view returns (uint256) {
        return _tally(currentEpoch()).total;
    }

    function getVaultWeight(address vault) external view returns (uint256) {
        return getVaultWeightAtEpoch(currentEpoch(), vault);
    }

    function getVaultWeightAtEpoch(uint256 epoch, address vault) public view returns (uint256) {
        return _tally(epoch).weightOf[vault];
    }

    function getVaultWeightBps(address vault) external view returns (uint256) {
        Tally storage tally = _tally(currentEpoch());
        return tally.total == 0 ? 0 : Math.mulDiv(tally.weightOf[vault], 10_000, tally.total);
    }

    /// @notice The vault's part of the budget, capped; nothing for one that can't receive votes any more.
    function getVaultProbabilityBoostPPM(address vault) external view returns (uint256 boostPPM) {
        Tally storage tally = _tally(currentEpoch());
        if (tally.total == 0 || !canReceiveVotes(vault)) return 0;
        boostPPM = Math.mulDiv(TOTAL_PPM, tally.weightOf[vault], tally.total);
        if (boostPPM > MAX_PER_VAULT_PPM) boostPPM = MAX_PER_VAULT_PPM;
    }

    // --- voters

    /// @notice The last ballot of the epoch; an emergency reset leaves it as it was.
    function getUserVotes(address user) external view returns (address[] memory vaults, uint256[] memory weights) {
        Ballot storage ballot = _ballots[currentEpoch()][user];
        return (ballot.vaults, ballot.weights);
    }

    function hasVotedThisEpoch(address user) external view returns (bool) {
        return _tally(currentEpoch()).voted[user];
    }

    function getUserVoteWeightAtEpoch(uint256 epoch, address user, address vault) external view returns (uint256) {
        return _tally(epoch).cast[user][vault];
    }

    // --- internals

    function _tally(uint256 epoch) private view returns (Tally storage) {
        return _tallies[epoch][generationOf[epoch]];
    }

    function _requireOpen() private view {
        require(block.timestamp >= genesisEpochStart, VotingNotStarted());
        require(timeUntilNextEpoch() > VOTE_FREEZE_WINDOW, VoteFreezeWindow());
    }

    /// @dev Power counts as it will be when the epoch ends, as far as it was claimed for votes.
    function _usePower(address user) private returns (uint256 power) {
        require(ve4626.getLock(user).start + MIN_LOCK_AGE <= block.timestamp, LockTooRecent());
        require(address(utility) != address(0), UtilityNotConfigured());
        utility.sync(user);
        power = utility.effectiveVe33Of(user);
        require(power != 0, NoVotingPower());
        require(ve4626.getRemainingLockTime(user) >= timeUntilNextEpoch(), LockExpiresBeforeEpochEnd());
        power = Math.min(power, ve4626.votingPowerAt(user, epochEndTime(currentEpoch())));
        require(power != 0, NoVotingPower());
    }

    function _merge(
        address[] calldata vaults,
        uint256[] calldata weights
    ) private view returns (address[] memory unique, uint256[] memory sums, uint256 count) {
        unique = new address[](vaults.length);
        sums = new uint256[](vaults.length);
        for (uint256 i; i < vaults.length; ++i) {
            require(weights[i] != 0, ZeroWeight());
            require(canReceiveVotes(vaults[i]), VaultNotWhitelisted(vaults[i]));
            uint256 at;
            while (at < count && unique[at] != vaults[i]) ++at;
            if (at == count) unique[count++] = vaults[i];
            sums[at] += weights[i];
        }
    }

    /// @dev Replaces relative weights by parts of `power` that add up to it.
    function _normalize(uint256[] memory shares, uint256 count, uint256 power) private pure {
        uint256 sum;
        for (uint256 i; i < count; ++i) sum += shares[i];
        uint256 rest = power;
        for (uint256 i; i < count; ++i) {
            shares[i] = (power * shares[i]) / sum;
            require(shares[i] != 0, NormalizedWeightZero());
            rest -= shares[i];
        }
        if (count != 0) shares[0] += rest;
    }

    function _clear(uint256 epoch, address user) private {
        Tally storage tally = _tally(epoch);
        Ballot storage ballot = _ballots[epoch][user];
        if (tally.voted[user]) {
            for (uint256 i; i < ballot.vaults.length; ++i) {
                tally.weightOf[ballot.vaults[i]] -= ballot.weights[i];
                tally.total -= ballot.weights[i];
                tally.cast[user][ballot.vaults[i]] = 0;
            }
            tally.voted[user] = false;
        }
        delete _ballots[epoch][user];
    }

    function _checkpoint(uint256 epoch) private {
        if (epoch == _lastEpoch) return;
        emit EpochCheckpointed(_lastEpoch, _tally(_lastEpoch).total);
        _lastEpoch = epoch;
    }
}
