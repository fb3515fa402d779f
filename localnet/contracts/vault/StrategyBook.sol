// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IStrategy} from "../strategy/IStrategy.sol";

/// @dev Not every strategy can tell this.
interface IValuation {
    function isValuationReady() external view returns (bool);
}

/// @notice The part of a creator vault that lends: its strategies, what each owes, and the coins at hand.
abstract contract StrategyBook is Ownable {
    using SafeERC20 for IERC20;

    struct StrategyLiquidity {
        address strategy;
        bool active;
        bool valuationReady;
        uint256 reportedAssets;
        uint256 strategyDebt;
    }

    uint256 public immutable MAX_STRATEGIES;
    address public immutable CREATOR_COIN;

    address public keeper;
    bool public paused;
    bool public isShutdown;
    uint256 public coinBalance;
    uint256 public totalDebt;
    uint256 public totalStrategyWeight;
    address[] public strategyList;
    mapping(address strategy => uint256) public strategyWeights;
    mapping(address strategy => uint256) public strategyDebt;
    mapping(address strategy => uint256) public strategyMaxAssets;
    mapping(address strategy => bool) public activeStrategies;
    mapping(address strategy => bool) public strategyImpaired;

    event StrategyAdded(address indexed strategy, uint256 weight);
    event StrategyRemoved(address indexed strategy);
    event StrategyImpaired(address indexed strategy, bool impaired);
    event DebtUpdated(address indexed strategy, uint256 currentDebt, uint256 newDebt);

    error StrategyAssetMismatch(address strategy);
    error StrategyAlreadyAdded(address strategy);
    error UnknownStrategy(address strategy);
    error TooManyStrategies(uint256 max);
    error InvalidWeight();
    error InsufficientLiquidity(uint256 missing);
    error InsufficientBalance();
    error NotKeeper(address caller);
    error VaultPaused();
    error AlreadyShutdown();

    modifier onlyKeeper() {
        require(msg.sender == keeper || msg.sender == owner(), NotKeeper(msg.sender));
        _;
    }

    modifier onlyKnown(address strategy) {
        require(activeStrategies[strategy], UnknownStrategy(strategy));
        _;
    }

    constructor(address coin, uint256 maxStrategies) {
        (CREATOR_COIN, MAX_STRATEGIES) = (coin, maxStrategies);
    }

    function strategyCount() external view returns (uint256) {
        return strategyList.length;
    }

    function addStrategy(address strategy, uint256 weight) external onlyOwner {
        require(!activeStrategies[strategy], StrategyAlreadyAdded(strategy));
        require(strategyList.length < MAX_STRATEGIES, TooManyStrategies(MAX_STRATEGIES));
        require(weight != 0, InvalidWeight());
        require(IStrategy(strategy).asset() == CREATOR_COIN, StrategyAssetMismatch(strategy));
        strategyList.push(strategy);
        strategyWeights[strategy] = weight;
        totalStrategyWeight += weight;
        activeStrategies[strategy] = true;
        IERC20(CREATOR_COIN).forceApprove(strategy, type(uint256).max);
        emit StrategyAdded(strategy, weight);
    }

    /// @notice Takes everything back and forgets the strategy; what it cannot return is written off.
    function removeStrategy(address strategy) external onlyOwner onlyKnown(strategy) {
        _recall(strategy, IStrategy(strategy).getTotalAssets());
        totalDebt -= strategyDebt[strategy];
        totalStrategyWeight -= strategyWeights[strategy];
        delete strategyDebt[strategy];
        delete strategyWeights[strategy];
        delete activeStrategies[strategy];
        for (uint256 i; i < strategyList.length; ++i) {
            if (strategyList[i] != strategy) continue;
            strategyList[i] = strategyList[strategyList.length - 1];
            strategyList.pop();
            break;
        }
        IERC20(CREATOR_COIN).forceApprove(strategy, 0);
        emit StrategyRemoved(strategy);
    }

    /// @notice Lends more to a strategy, or recalls, until its debt is `target`.
    function updateDebt(address strategy, uint256 target) external onlyKeeper onlyKnown(strategy) {
        require(!paused, VaultPaused());
        uint256 current = strategyDebt[strategy];
        if (target <= current) {
            _recall(strategy, current - target);
            return;
        }
        uint256 amount = target - current;
        require(!isShutdown, AlreadyShutdown());
        if (amount > coinBalance) revert InsufficientLiquidity(amount - coinBalance);
        coinBalance -= amount;
        totalDebt += amount;
        strategyDebt[strategy] = target;
        IStrategy(strategy).deposit(amount);
        emit DebtUpdated(strategy, current, target);
    }

    function setStrategyMaxAssets(address strategy, uint256 max) external onlyOwner onlyKnown(strategy) {
        strategyMaxAssets[strategy] = max;
    }

    function setStrategyImpaired(address strategy, bool impaired) external onlyOwner onlyKnown(strategy) {
        strategyImpaired[strategy] = impaired;
        emit StrategyImpaired(strategy, impaired);
    }

    /// @dev Makes the strategies' valuations their debts.
    function _markToMarket() internal returns (uint256 profit, uint256 loss) {
        for (uint256 i; i < strategyList.length; ++i) {
            address strategy = strategyList[i];
            if (strategyImpaired[strategy]) continue;
            uint256 debt = strategyDebt[strategy];
            uint256 value = IStrategy(strategy).getTotalAssets();
            if (value == debt) continue;
            if (value > debt) profit += value - debt;
            else loss += debt - value;
            strategyDebt[strategy] = value;
            totalDebt = totalDebt + value - debt;
            emit DebtUpdated(strategy, debt, value);
        }
    }

    /// @dev Recalls from one strategy after another until `assets` coins are at hand.
    function _gather(uint256 assets) internal {
        for (uint256 i; coinBalance < assets && i < strategyList.length; ++i) {
            address strategy = strategyList[i];
            _recall(strategy, Math.min(assets - coinBalance, _strategyAssets(strategy)));
        }
        require(coinBalance >= assets, InsufficientBalance());
    }

    function _recall(address strategy, uint256 amount) internal {
        if (amount == 0) return;
        uint256 got = IStrategy(strategy).withdraw(amount);
        coinBalance += got;
        uint256 debt = strategyDebt[strategy];
        uint256 repaid = Math.min(debt, got);
        strategyDebt[strategy] = debt - repaid;
        totalDebt -= repaid;
        emit DebtUpdated(strategy, debt, debt - repaid);
    }

    /// @dev A strategy that cannot tell its value counts with its debt; a switched-off or impaired one with nothing.
    function _strategyAssets(address strategy) internal view returns (uint256) {
        if (strategyImpaired[strategy]) return 0;
        uint256 debt = strategyDebt[strategy];
        try IStrategy(strategy).isActive() returns (bool active) {
            if (!active) return 0;
        } catch {
            return debt;
        }
        try IStrategy(strategy).getTotalAssets() returns (uint256 value) {
            uint256 cap = strategyMaxAssets[strategy];
            return Math.min(value, cap == 0 ? debt : cap);
        } catch {
            return debt;
        }
    }

    function _strategyLiquidity() internal view returns (StrategyLiquidity[] memory list) {
        list = new StrategyLiquidity[](strategyList.length);
        for (uint256 i; i < list.length; ++i) {
            address strategy = strategyList[i];
            bool ready;
            try IValuation(strategy).isValuationReady() returns (bool isReady) {
                ready = isReady;
            } catch {}
            uint256 debt = strategyDebt[strategy];
            list[i] = StrategyLiquidity(strategy, activeStrategies[strategy], ready, _strategyAssets(strategy), debt);
        }
    }
}
