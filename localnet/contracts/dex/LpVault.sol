// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IUniswapV3Pool} from "@uniswap/v3-core/contracts/interfaces/IUniswapV3Pool.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {PoolMath} from "./PoolMath.sol";

/// @notice Plays a two-token LP vault: shares in a full-range, a base and a one-sided limit position of a real
/// Uniswap v3 pool, moved by its manager.
contract LpVault is ERC20 {
    using SafeERC20 for IERC20;

    address public immutable pool;
    address public immutable token0;
    address public immutable token1;
    int24 public immutable tickSpacing;
    int24 public immutable fullLower;
    int24 public immutable fullUpper;
    int24 public baseThreshold;
    int24 public limitThreshold;
    uint24 public constant fullRangeWeight = 100_000;

    address public manager;
    /// @notice Named by the manager, and manager itself once it accepts.
    address public pendingManager;
    /// @notice Who may rebalance beside the manager; zero lets everybody.
    address public rebalanceDelegate;
    uint256 public maxTotalSupply;
    uint24 public constant protocolFee = 0;
    uint24 public constant managerFee = 0;
    uint32 public period = 3600;
    uint256 public lastTimestamp;
    int24 public baseLower;
    int24 public baseUpper;
    int24 public limitLower;
    int24 public limitUpper;

    event Deposit(address indexed sender, address indexed to, uint256 shares, uint256 amount0, uint256 amount1);
    event Withdraw(address indexed sender, address indexed to, uint256 shares, uint256 amount0, uint256 amount1);
    event Snapshot(int24 tick, uint256 totalAmount0, uint256 totalAmount1, uint256 totalSupply);
    event UpdateManager(address manager);
    event UpdatePendingManager(address manager);
    event UpdateRebalanceDelegate(address delegate);

    constructor(
        address pool_,
        address manager_,
        int24 baseThreshold_,
        int24 limitThreshold_,
        string memory name_,
        string memory symbol_
    ) ERC20(name_, symbol_) {
        pool = pool_;
        token0 = IUniswapV3Pool(pool_).token0();
        token1 = IUniswapV3Pool(pool_).token1();
        int24 spacing = IUniswapV3Pool(pool_).tickSpacing();
        tickSpacing = spacing;
        fullUpper = (887272 / spacing) * spacing;
        fullLower = -((887272 / spacing) * spacing);
        require(baseThreshold_ > 0 && baseThreshold_ % spacing == 0, "baseThreshold");
        require(limitThreshold_ > 0 && limitThreshold_ % spacing == 0, "limitThreshold");
        baseThreshold = baseThreshold_;
        limitThreshold = limitThreshold_;
        manager = manager_;
        maxTotalSupply = type(uint256).max;
    }

    modifier onlyManager() {
        require(msg.sender == manager, "manager");
        _;
    }

    /// @notice Deposits both tokens in the proportion that the vault holds them; the rest stays with the caller.
    function deposit(
        uint256 amount0Desired,
        uint256 amount1Desired,
        uint256 amount0Min,
        uint256 amount1Min,
        address to
    ) external returns (uint256 shares, uint256 amount0, uint256 amount1) {
        require(amount0Desired > 0 || amount1Desired > 0, "amounts");
        require(to != address(0) && to != address(this), "to");
        _poke(fullLower, fullUpper);
        _poke(baseLower, baseUpper);
        _poke(limitLower, limitUpper);
        (shares, amount0, amount1) = _share(amount0Desired, amount1Desired);
        require(shares > 0, "shares");
        require(amount0 >= amount0Min, "amount0Min");
        require(amount1 >= amount1Min, "amount1Min");
        IERC20(token0).safeTransferFrom(msg.sender, address(this), amount0);
        IERC20(token1).safeTransferFrom(msg.sender, address(this), amount1);
        _mint(to, shares);
        require(totalSupply() <= maxTotalSupply, "maxTotalSupply");
        emit Deposit(msg.sender, to, shares, amount0, amount1);
    }

    /// @notice Burns shares for their part of the idle balances and of every position.
    function withdraw(
        uint256 shares,
        uint256 amount0Min,
        uint256 amount1Min,
        address to
    ) external returns (uint256 amount0, uint256 amount1) {
        require(shares > 0, "shares");
        uint256 supply = totalSupply();
        _burn(msg.sender, shares);
        // Idle balances first: what the positions release below belongs wholly to these shares.
        amount0 = (IERC20(token0).balanceOf(address(this)) * shares) / supply;
        amount1 = (IERC20(token1).balanceOf(address(this)) * shares) / supply;
        int24[2][3] memory ranges = _ranges();
        for (uint256 i; i < 3; ++i) {
            (uint256 out0, uint256 out1) = _burnPart(ranges[i][0], ranges[i][1], shares, supply);
            amount0 += out0;
            amount1 += out1;
        }
        require(amount0 >= amount0Min, "amount0Min");
        require(amount1 >= amount1Min, "amount1Min");
        IERC20(token0).safeTransfer(to, amount0);
        IERC20(token1).safeTransfer(to, amount1);
        emit Withdraw(msg.sender, to, shares, amount0, amount1);
    }

    /// @notice Takes every position back and places them anew around the current tick.
    function rebalance() external {
        require(block.timestamp >= lastTimestamp + period, "PE");
        if (rebalanceDelegate != address(0)) {
            require(msg.sender == manager || msg.sender == rebalanceDelegate, "rebalanceDelegate");
        }
        int24[2][3] memory ranges = _ranges();
        for (uint256 i; i < 3; ++i) _burnPart(ranges[i][0], ranges[i][1], 1, 1);

        (uint160 price, int24 tick) = _slot0();
        uint256 balance0 = IERC20(token0).balanceOf(address(this));
        uint256 balance1 = IERC20(token1).balanceOf(address(this));
        emit Snapshot(tick, balance0, balance1, totalSupply());
        _place(price, fullLower, fullUpper, (balance0 * fullRangeWeight) / 1e6, (balance1 * fullRangeWeight) / 1e6);

        int24 floor = _floor(tick);
        (baseLower, baseUpper) = (floor - baseThreshold, floor + tickSpacing + baseThreshold);
        _placeIdle(price, baseLower, baseUpper);
        // Whatever token is left over waits beside the price, where only one of the two is needed.
        if (_value0(price, IERC20(token0).balanceOf(address(this))) > IERC20(token1).balanceOf(address(this))) {
            (limitLower, limitUpper) = (floor + tickSpacing, floor + tickSpacing + limitThreshold);
        } else {
            (limitLower, limitUpper) = (floor - limitThreshold, floor);
        }
        _placeIdle(price, limitLower, limitUpper);
        lastTimestamp = block.timestamp;
    }

    /// @notice Names the next manager, who must accept.
    function setManager(address manager_) external onlyManager {
        pendingManager = manager_;
        emit UpdatePendingManager(manager_);
    }

    function acceptManager() external {
        require(msg.sender == pendingManager, "pendingManager");
        manager = msg.sender;
        emit UpdateManager(msg.sender);
    }

    function setRebalanceDelegate(address delegate) external onlyManager {
        rebalanceDelegate = delegate;
        emit UpdateRebalanceDelegate(delegate);
    }

    /// @notice Both tokens that the vault owns: idle, in positions, and collectable fees of the last poke.
    function getTotalAmounts() public view returns (uint256 total0, uint256 total1) {
        total0 = IERC20(token0).balanceOf(address(this));
        total1 = IERC20(token1).balanceOf(address(this));
        (uint160 price, ) = _slot0();
        int24[2][3] memory ranges = _ranges();
        for (uint256 i; i < 3; ++i) {
            (int24 lower, int24 upper) = (ranges[i][0], ranges[i][1]);
            (uint128 liquidity, uint128 owed0, uint128 owed1) = _position(lower, upper);
            (uint256 amount0, uint256 amount1) = PoolMath.amountsFor(
                price,
                PoolMath.sqrtPriceAt(lower),
                PoolMath.sqrtPriceAt(upper),
                liquidity
            );
            total0 += amount0 + owed0;
            total1 += amount1 + owed1;
        }
    }

    function uniswapV3MintCallback(uint256 owed0, uint256 owed1, bytes calldata) external {
        require(msg.sender == pool, "pool");
        if (owed0 > 0) IERC20(token0).safeTransfer(pool, owed0);
        if (owed1 > 0) IERC20(token1).safeTransfer(pool, owed1);
    }

    function _share(uint256 desired0, uint256 desired1) private view returns (uint256, uint256, uint256) {
        uint256 supply = totalSupply();
        if (supply == 0) return (Math.max(desired0, desired1), desired0, desired1);
        (uint256 total0, uint256 total1) = getTotalAmounts();
        if (total0 == 0) return (Math.mulDiv(desired1, supply, total1), 0, desired1);
        if (total1 == 0) return (Math.mulDiv(desired0, supply, total0), desired0, 0);
        uint256 shares = Math.min(Math.mulDiv(desired0, supply, total0), Math.mulDiv(desired1, supply, total1));
        uint256 amount0 = Math.mulDiv(shares, total0, supply, Math.Rounding.Ceil);
        return (shares, amount0, Math.mulDiv(shares, total1, supply, Math.Rounding.Ceil));
    }

    function _burnPart(int24 lower, int24 upper, uint256 part, uint256 whole) private returns (uint256, uint256) {
        (uint128 liquidity, , ) = _position(lower, upper);
        if (liquidity == 0) return (0, 0);
        uint128 burned = uint128((uint256(liquidity) * part) / whole);
        (uint256 out0, uint256 out1) = IUniswapV3Pool(pool).burn(lower, upper, burned);
        (uint256 got0, uint256 got1) = IUniswapV3Pool(pool).collect(
            address(this),
            lower,
            upper,
            type(uint128).max,
            type(uint128).max
        );
        return (out0 + ((got0 - out0) * part) / whole, out1 + ((got1 - out1) * part) / whole);
    }

    function _placeIdle(uint160 price, int24 lower, int24 upper) private {
        uint256 idle0 = IERC20(token0).balanceOf(address(this));
        _place(price, lower, upper, idle0, IERC20(token1).balanceOf(address(this)));
    }

    function _place(uint160 price, int24 lower, int24 upper, uint256 amount0, uint256 amount1) private {
        uint128 liquidity = PoolMath.liquidityFor(
            price,
            PoolMath.sqrtPriceAt(lower),
            PoolMath.sqrtPriceAt(upper),
            amount0,
            amount1
        );
        // A little less than fits: the pool rounds what it asks for up.
        liquidity -= liquidity / 1e9 + (liquidity == 0 ? 0 : 1);
        if (liquidity != 0) IUniswapV3Pool(pool).mint(address(this), lower, upper, liquidity, "");
    }

    function _poke(int24 lower, int24 upper) private {
        (uint128 liquidity, , ) = _position(lower, upper);
        if (liquidity != 0) IUniswapV3Pool(pool).burn(lower, upper, 0);
    }

    function _position(int24 lower, int24 upper) private view returns (uint128, uint128, uint128) {
        bytes32 key = keccak256(abi.encodePacked(address(this), lower, upper));
        (uint128 liquidity, , , uint128 owed0, uint128 owed1) = IUniswapV3Pool(pool).positions(key);
        return (liquidity, owed0, owed1);
    }

    function _ranges() private view returns (int24[2][3] memory) {
        return [[fullLower, fullUpper], [baseLower, baseUpper], [limitLower, limitUpper]];
    }

    function _slot0() private view returns (uint160 price, int24 tick) {
        (price, tick, , , , , ) = IUniswapV3Pool(pool).slot0();
    }

    function _floor(int24 tick) private view returns (int24) {
        int24 compressed = tick / tickSpacing;
        if (tick < 0 && tick % tickSpacing != 0) --compressed;
        return compressed * tickSpacing;
    }

    function _value0(uint160 price, uint256 amount0) private pure returns (uint256) {
        return Math.mulDiv(Math.mulDiv(amount0, price, 1 << 96), price, 1 << 96);
    }
}
