// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {GaugeController} from "../vault/GaugeController.sol";
import {Oracle} from "../vault/Oracle.sol";
import {Registry} from "../vault/Registry.sol";
import {LotteryMath} from "./LotteryMath.sol";

interface IVaultBoost {
    function getVaultProbabilityBoostPPM(address vault) external view returns (uint256 boostPPM);
}

/// @notice Plays the lottery manager: buys of share tokens and burnt points become entries, a random word decides each,
/// and a winner is paid from the jackpot of the lane, or of every lane. Personal boosts of lockers do not exist here.
contract LotteryManager is Ownable, Pausable {
    struct Config {
        uint256 minSwapAmount;
        uint256 rewardPercentage;
        bool isActive;
        uint256 baseWinChance;
        uint256 maxWinChance;
        uint256 usdMultiplierBps;
    }

    struct Entry {
        address token;
        address user;
        uint256 usd;
        uint256 chance;
    }

    struct Stats {
        uint256 entries;
        uint256 winners;
        uint256 rewardsPaid;
    }

    uint256 public constant baseCeilingPPM = 40_000;
    uint256 public constant vrfResultGracePeriod = 1 hours;
    uint256 public constant totalRemoteLotteryEntries = 0;
    uint256 public constant MAX_SWAP_USD = 1_000_000e6;

    Registry public immutable registry;
    Config public lotteryConfig = Config(1e6, 6900, true, 40, 150_000, 10_000);
    uint256 public totalLotteryEntries;
    uint256 public totalWinners;
    uint256 public totalRewardsPaid;
    bool public singleVaultJackpotOnly = true;
    bool public useLocalVRF = true;
    uint256 public oracleMaxStaleness = 2 hours;
    address public authorizedAmoeRelayer;
    address public gaugeVoting;
    /// @notice Who brings random words; without one, requests wait in the deferred queue.
    address public vrfCoordinator;
    mapping(address caller => bool) public authorizedSwapCallers;
    mapping(uint256 requestId => Entry) public entries;
    uint256[] private _deferred;
    mapping(address token => Stats) private _stats;

    event LotteryEntryCreated(
        address indexed token,
        address indexed user,
        uint256 swapAmountUSD,
        uint256 winChancePPM,
        uint256 requestId
    );
    event LotteryWinner(
        address indexed token,
        address indexed user,
        uint256 swapAmountUSD,
        uint256 rewardAmount,
        uint256 requestId
    );
    event LotteryResultProcessed(
        address indexed token,
        address indexed user,
        uint256 swapAmountUSD,
        bool won,
        uint256 rewardAmount,
        uint256 requestId
    );
    event MultiTokenJackpotWon(address indexed triggeringCoin, address indexed winner, uint256 numVaultsPaid);
    event LotteryWon(
        address indexed token,
        uint256 indexed entryId,
        address indexed winner,
        uint256 shares,
        uint256 tokenValue
    );

    error NotAuthorized(address caller);
    error LotteryInactive();
    error TokenNotActive(address token);
    error StalePrice(address token);
    error BelowMinimum(uint256 usd);
    error AboveMaximum(uint256 usd);
    error UnknownRequest(uint256 requestId);

    constructor(Registry registry_, address owner_) Ownable(owner_) {
        registry = registry_;
    }

    // --- settings

    function setLotteryConfig(Config calldata config) external onlyOwner {
        lotteryConfig = config;
    }

    function setAuthorizedSwapCaller(address caller, bool allowed) external onlyOwner {
        authorizedSwapCallers[caller] = allowed;
    }

    function setAuthorizedAmoeRelayer(address relayer) external onlyOwner {
        authorizedAmoeRelayer = relayer;
    }

    function setGaugeVoting(address voting) external onlyOwner {
        gaugeVoting = voting;
    }

    function setVrfCoordinator(address coordinator) external onlyOwner {
        vrfCoordinator = coordinator;
    }

    function setSingleVaultJackpotOnly(bool single) external onlyOwner {
        singleVaultJackpotOnly = single;
    }

    function setPaused(bool on) external onlyOwner {
        if (on) _pause();
        else _unpause();
    }

    // --- reads

    function deferredVrfQueueLength() external view returns (uint256) {
        return _deferred.length;
    }

    function getTokenLotteryStats(
        address token
    ) external view returns (uint256 entryCount, uint256 winners, uint256 rewardsPaid, uint256 jackpotBalance) {
        Stats storage stats = _stats[token];
        address controller = registry.getGaugeControllerForToken(token);
        jackpotBalance = controller == address(0) ? 0 : GaugeController(controller).getJackpotReserve();
        return (stats.entries, stats.winners, stats.rewardsPaid, jackpotBalance);
    }

    /// @notice Chance of a ticket without any boost.
    function calculateWinChance(uint256 swapAmountUSD) public view returns (uint256 winChancePPM) {
        return LotteryMath.baseChance(swapAmountUSD, lotteryConfig.minSwapAmount, baseCeilingPPM);
    }

    // --- entries

    /// @notice Enters a buyer of share tokens, each of which counts as one coin at the oracle's price.
    function processSwapLottery(address buyer, address token, uint256 shares) external returns (uint256 requestId) {
        require(authorizedSwapCallers[msg.sender], NotAuthorized(msg.sender));
        _requireOpen(token);
        uint256 usd = LotteryMath.usdOf(shares, _price(token), lotteryConfig.usdMultiplierBps);
        uint256 boost = LotteryMath.boostOf(_vaultBoost(token), usd, lotteryConfig.minSwapAmount);
        return _enter(buyer, token, usd, calculateWinChance(usd) + boost);
    }

    /// @notice Enters somebody who burnt points instead of buying; no boost counts.
    function processAmoeEntry(
        address buyer,
        address token,
        uint256 pointsBurnedAsUSD
    ) external returns (uint256 entryId) {
        require(msg.sender == authorizedAmoeRelayer, NotAuthorized(msg.sender));
        _requireOpen(token);
        return _enter(buyer, token, pointsBurnedAsUSD, calculateWinChance(pointsBurnedAsUSD));
    }

    function _enter(address buyer, address token, uint256 usd, uint256 chance) private returns (uint256 requestId) {
        require(usd >= lotteryConfig.minSwapAmount, BelowMinimum(usd));
        require(usd <= MAX_SWAP_USD, AboveMaximum(usd));
        chance = Math.min(chance, lotteryConfig.maxWinChance);
        requestId = ++totalLotteryEntries;
        ++_stats[token].entries;
        entries[requestId] = Entry(token, buyer, usd, chance);
        if (vrfCoordinator == address(0)) _deferred.push(requestId);
        emit LotteryEntryCreated(token, buyer, usd, chance, requestId);
    }

    /// @notice Hands deferred requests to the coordinator that is there by now.
    function flushDeferred() external onlyOwner {
        require(vrfCoordinator != address(0), NotAuthorized(address(0)));
        delete _deferred;
    }

    // --- results

    /// @notice Decides an entry: it wins where the word, modulo a million, is below its chance.
    function rawFulfillRandomWords(uint256 requestId, uint256[] calldata randomWords) external {
        require(msg.sender == vrfCoordinator, NotAuthorized(msg.sender));
        Entry memory entry = entries[requestId];
        require(entry.user != address(0), UnknownRequest(requestId));
        delete entries[requestId];
        bool won = randomWords[0] % 1e6 < entry.chance;
        uint256 reward = won ? _payJackpots(entry) : 0;
        if (won) {
            ++totalWinners;
            ++_stats[entry.token].winners;
            totalRewardsPaid += reward;
            // True to the deployed contract, whose event tells no amount.
            emit LotteryWinner(entry.token, entry.user, entry.usd, 0, requestId);
        }
        emit LotteryResultProcessed(entry.token, entry.user, entry.usd, won, reward, requestId);
    }

    function _payJackpots(Entry memory entry) private returns (uint256 total) {
        if (singleVaultJackpotOnly) return _pay(entry, entry.token);
        address[] memory tokens = registry.getAllTokens();
        uint256 paid;
        for (uint256 i; i < tokens.length; ++i) {
            uint256 shares = registry.isTokenActive(tokens[i]) ? _pay(entry, tokens[i]) : 0;
            if (shares != 0) ++paid;
            total += shares;
        }
        emit MultiTokenJackpotWon(entry.token, entry.user, paid);
    }

    /// @notice Pays a share of a lane's reserve, no more than is fair; nothing where the lane has no fresh price.
    function _pay(Entry memory entry, address token) private returns (uint256 shares) {
        GaugeController controller = GaugeController(registry.getGaugeControllerForToken(token));
        (uint256 price, bool fresh) = _readPrice(token);
        if (!fresh) return 0;
        shares = Math.min(
            (controller.getJackpotReserve() * lotteryConfig.rewardPercentage) / 10_000,
            LotteryMath.fairPrize(entry.usd, entry.chance, price)
        );
        if (shares == 0) return 0;
        _stats[token].rewardsPaid += shares;
        controller.payJackpot(entry.user, shares);
        emit LotteryWon(token, 0, entry.user, shares, LotteryMath.usdOf(shares, price, 10_000));
    }

    // --- helpers

    function _requireOpen(address token) private view {
        _requireNotPaused();
        require(lotteryConfig.isActive, LotteryInactive());
        require(registry.isTokenActive(token), TokenNotActive(token));
    }

    function _price(address token) private view returns (uint256) {
        (uint256 price, bool fresh) = _readPrice(token);
        require(fresh, StalePrice(token));
        return price;
    }

    function _readPrice(address token) private view returns (uint256 price, bool fresh) {
        (int256 posted, uint256 timestamp) = Oracle(registry.getOracleForToken(token)).getAssetPrice();
        fresh = posted > 0 && timestamp + oracleMaxStaleness >= block.timestamp;
        price = posted > 0 ? uint256(posted) : 0;
    }

    function _vaultBoost(address token) private view returns (uint256) {
        if (gaugeVoting == address(0)) return 0;
        return IVaultBoost(gaugeVoting).getVaultProbabilityBoostPPM(registry.getVaultForToken(token));
    }
}
