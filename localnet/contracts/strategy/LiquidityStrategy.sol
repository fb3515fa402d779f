// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IUniswapV3Pool} from "@uniswap/v3-core/contracts/interfaces/IUniswapV3Pool.sol";
import {LpVault} from "../dex/LpVault.sol";
import {SwapRouter} from "../dex/SwapRouter.sol";
import {Oracle} from "../vault/Oracle.sol";
import {Strategy} from "./Strategy.sol";

/// @notice What both generations of the strategy share that puts a creator vault's coins, and dollars bought with some
/// of them, into a two-token LP vault.
abstract contract LiquidityStrategy is Strategy {
    using SafeERC20 for IERC20;

    uint256 public constant MAX_SLIPPAGE_BPS = 2000;
    uint256 public constant MAX_ORACLE_AGE = 2 hours;

    address public immutable USDC;
    address public immutable UNISWAP_ROUTER;
    address public immutable assetOracle;
    address public swapPool;
    uint256 public maxSwapPercent = 5;
    uint256 public swapSlippageBps = 300;
    uint256 public depositSlippageBps = 500;
    uint24 public swapPoolFee = 3000;
    bool public active = true;
    address internal _lpVault;

    event CharmVaultSet(address indexed charmVault);
    event SwapPoolSet(address indexed swapPool);
    event ParametersSet(uint256 maxSwapPercent, uint256 swapSlippageBps, uint256 depositSlippageBps, uint24 fee);
    event ActiveSet(bool active);
    event StrategyRebalanced(uint256 totalAssets);

    error InvalidCharmVault(address vault);
    error InvalidSwapPool(address pool);
    error CharmSharesOutstanding(address charmVault, uint256 shares);
    error MaxSwapPercentTooHigh(uint256 percent);
    error SlippageBpsTooHigh(uint256 bps);
    error RebalanceValuationUnavailable();
    error InvalidEmergencyWithdrawRecipient(address recipient);
    error EmergencyWithdrawRestrictedToken(address token);

    constructor(
        address vault_,
        address asset_,
        address owner_,
        address usdc,
        address router,
        address oracle
    ) Strategy(vault_, asset_, owner_) {
        (USDC, UNISWAP_ROUTER, assetOracle) = (usdc, router, oracle);
        _approve(router, type(uint256).max);
    }

    // --- setters

    function setSwapPool(address pool) external onlyOwner {
        require(pool == address(0) || _hasPair(pool), InvalidSwapPool(pool));
        swapPool = pool;
        emit SwapPoolSet(pool);
    }

    /// @param percent part of idle coins that one deposit may sell, in percent. @param fee hundredths of a bip.
    function setParameters(uint256 percent, uint256 swapBps, uint256 depositBps, uint24 fee) external onlyOwner {
        require(percent <= 10_000, MaxSwapPercentTooHigh(percent));
        require(swapBps <= MAX_SLIPPAGE_BPS, SlippageBpsTooHigh(swapBps));
        require(depositBps <= MAX_SLIPPAGE_BPS, SlippageBpsTooHigh(depositBps));
        (maxSwapPercent, swapSlippageBps, depositSlippageBps, swapPoolFee) = (percent, swapBps, depositBps, fee);
        emit ParametersSet(percent, swapBps, depositBps, fee);
    }

    function setActive(bool active_) external onlyOwner {
        active = active_;
        emit ActiveSet(active_);
    }

    // --- what the owner does

    /// @notice Lets the router, the LP vault and the lending pool take any amount of coins and dollars.
    function initializeApprovals() external onlyOwner {
        _approve(UNISWAP_ROUTER, type(uint256).max);
        if (_lpVault != address(0)) _approve(_lpVault, type(uint256).max);
        if (_lender() != address(0)) _approve(_lender(), type(uint256).max);
    }

    /// @notice Has the LP vault place its positions anew; losing more than depositSlippageBps by that is refused.
    function rebalance() external {
        require(msg.sender == owner() || msg.sender == vault, "Only owner or vault");
        uint256 before = getTotalAssets();
        require(before != 0, RebalanceValuationUnavailable());
        if (_lpVault != address(0)) LpVault(_lpVault).rebalance();
        uint256 total = getTotalAssets();
        require(total + (before * depositSlippageBps) / 10_000 >= before, "Rebalance slippage exceeded");
        emit StrategyRebalanced(total);
    }

    /// @notice Sends a token to the vault, and nowhere else; coins, dollars and LP shares only while inactive.
    function ownerEmergencyWithdraw(address token, address to, uint256 amount) external onlyOwner {
        require(to == vault, InvalidEmergencyWithdrawRecipient(to));
        bool isCore = token == ASSET || token == USDC || token == _lpVault;
        require(!active || !isCore, EmergencyWithdrawRestrictedToken(token));
        IERC20(token).safeTransfer(to, amount);
    }

    // --- reads

    function isActive() external view returns (bool) {
        return active;
    }

    /// @notice Coins, idle and in the LP vault, and all dollars in coins, less what is owed. While no price is fresh,
    /// dollars count as nothing, and with a debt so does everything.
    function getTotalAssets() public view returns (uint256) {
        (bool readable, uint256 debt, uint256 pledged) = _loan();
        if (!readable || (debt != 0 && _price() == 0)) return 0;
        (uint256 coins, uint256 dollars) = _lpAmounts();
        uint256 total = _idle() + coins + _coinsFor(dollars + pledged + IERC20(USDC).balanceOf(address(this)));
        return total > debt ? total - debt : 0;
    }

    function isValuationReady() external view returns (bool) {
        (bool readable, , ) = _loan();
        return readable && _price() != 0;
    }

    /// @notice Whether the pool's tick lies in the base position [lower, upper); all zero when none can be read.
    function isCharmInRange() external view returns (bool inRange, int24 currentTick, int24 lower, int24 upper) {
        if (_lpVault == address(0)) return (false, 0, 0, 0);
        LpVault lp = LpVault(_lpVault);
        (, currentTick, , , , , ) = IUniswapV3Pool(lp.pool()).slot0();
        (lower, upper) = (lp.baseLower(), lp.baseUpper());
        inRange = lower <= currentTick && currentTick < upper;
    }

    // --- internals

    /// @notice Chooses the LP vault, zero for none. The old one must hold no shares of this strategy any more.
    function _setLpVault(address next) internal onlyOwner {
        address old = _lpVault;
        uint256 shares = _lpShares();
        require(shares == 0, CharmSharesOutstanding(old, shares));
        require(next == address(0) || _hasPair(next), InvalidCharmVault(next));
        if (old != address(0)) _approve(old, 0);
        if (next != address(0)) _approve(next, type(uint256).max);
        _lpVault = next;
        emit CharmVaultSet(next);
    }

    /// @notice Takes everything out of the LP vault and sends all coins and dollars to the vault.
    function _withdrawFromLp() internal onlyOwner returns (uint256 amount0, uint256 amount1) {
        if (_lpVault == address(0)) return (0, 0);
        uint256 shares = _lpShares();
        if (shares != 0) {
            (uint256 total0, uint256 total1) = LpVault(_lpVault).getTotalAmounts();
            (amount0, amount1) = LpVault(_lpVault).withdraw(shares, _least(total0, shares), _least(total1, shares), address(this));
        }
        IERC20(ASSET).safeTransfer(vault, _idle());
        IERC20(USDC).safeTransfer(vault, IERC20(USDC).balanceOf(address(this)));
    }

    /// @dev The least that shares must give of what the LP vault holds.
    function _least(uint256 total, uint256 shares) private view returns (uint256) {
        uint256 expected = Math.mulDiv(total, shares, LpVault(_lpVault).totalSupply());
        return Math.mulDiv(expected, 10_000 - depositSlippageBps, 10_000);
    }

    /// @dev The lending pool; zero for none.
    function _lender() internal view virtual returns (address) {
        return address(0);
    }

    /// @dev What is owed in coins, and the dollars pledged for it.
    function _loan() internal view virtual returns (bool readable, uint256 debt, uint256 pledged) {
        return (true, 0, 0);
    }

    function _invest() internal override {
        if (!active || _lpVault == address(0)) return;
        uint256 price = _price();
        uint256 sold = (_idle() * Math.min(maxSwapPercent, 100)) / 100;
        if (sold != 0 && price != 0 && swapPool != address(0)) {
            _swap(ASSET, USDC, sold, Math.mulDiv(sold, price, 1e30));
        }
        uint256 dollars = IERC20(USDC).balanceOf(address(this));
        if (dollars == 0) return;
        bool coinFirst = ASSET < USDC;
        (uint256 amount0, uint256 amount1) = coinFirst ? (_idle(), dollars) : (dollars, _idle());
        LpVault(_lpVault).deposit(amount0, amount1, 0, 0, address(this));
    }

    function _divest(uint256 amount) internal override {
        uint256 shares = _lpShares();
        (uint256 coins, ) = _lpAmounts();
        if (shares != 0 && coins != 0) {
            uint256 part = Math.min(shares, Math.mulDiv(shares, amount, coins, Math.Rounding.Ceil));
            LpVault(_lpVault).withdraw(part, 0, 0, address(this));
        }
        uint256 dollars = IERC20(USDC).balanceOf(address(this));
        uint256 expected = _coinsFor(dollars);
        if (expected != 0 && swapPool != address(0)) _swap(USDC, ASSET, dollars, expected);
    }

    function _swap(address from, address to, uint256 amount, uint256 expected) private {
        uint256 least = (expected * (10_000 - swapSlippageBps)) / 10_000;
        SwapRouter(UNISWAP_ROUTER).exactInputSingle(
            SwapRouter.ExactInputSingleParams(from, to, swapPoolFee, address(this), amount, least, 0)
        );
    }

    function _lpAmounts() private view returns (uint256 coins, uint256 dollars) {
        uint256 shares = _lpShares();
        if (shares == 0) return (0, 0);
        (uint256 total0, uint256 total1) = LpVault(_lpVault).getTotalAmounts();
        uint256 supply = LpVault(_lpVault).totalSupply();
        (uint256 amount0, uint256 amount1) = (
            Math.mulDiv(total0, shares, supply),
            Math.mulDiv(total1, shares, supply)
        );
        return ASSET < USDC ? (amount0, amount1) : (amount1, amount0);
    }

    function _lpShares() private view returns (uint256) {
        return _lpVault == address(0) ? 0 : IERC20(_lpVault).balanceOf(address(this));
    }

    /// @dev Coins (18 decimals) worth `dollars` (6 decimals).
    function _coinsFor(uint256 dollars) internal view returns (uint256) {
        uint256 price = _price();
        return price == 0 ? 0 : Math.mulDiv(dollars, 1e30, price);
    }

    function _price() internal view returns (uint256) {
        (int256 price, uint256 timestamp) = Oracle(assetOracle).getAssetPrice();
        return price <= 0 || timestamp + MAX_ORACLE_AGE < block.timestamp ? 0 : uint256(price);
    }

    function _approve(address spender, uint256 amount) internal {
        IERC20(ASSET).forceApprove(spender, amount);
        IERC20(USDC).forceApprove(spender, amount);
    }

    function _hasPair(address target) private view returns (bool) {
        if (target.code.length == 0) return false;
        (address low, address high) = ASSET < USDC ? (ASSET, USDC) : (USDC, ASSET);
        try LpVault(target).token0() returns (address first) {
            try LpVault(target).token1() returns (address second) {
                return first == low && second == high;
            } catch {
                return false;
            }
        } catch {
            return false;
        }
    }
}
