// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IUniswapV3Factory} from "@uniswap/v3-core/contracts/interfaces/IUniswapV3Factory.sol";
import {IUniswapV3Pool} from "@uniswap/v3-core/contracts/interfaces/IUniswapV3Pool.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @notice Plays the dex router: swaps one pool at a time with the call shape of Uniswap's SwapRouter02, and
/// places liquidity for whoever pays for it.
contract SwapRouter {
    using SafeERC20 for IERC20;

    struct ExactInputSingleParams {
        address tokenIn;
        address tokenOut;
        uint24 fee;
        address recipient;
        uint256 amountIn;
        uint256 amountOutMinimum;
        uint160 sqrtPriceLimitX96;
    }

    uint160 private constant LOWEST_LIMIT = 4295128740;
    uint160 private constant HIGHEST_LIMIT = 1461446703485210103287273052203988822378723970341;

    address public immutable factory;

    error UnknownPool(address caller);
    error TooLittleReceived();

    constructor(address factory_) {
        factory = factory_;
    }

    function exactInputSingle(ExactInputSingleParams calldata params) external payable returns (uint256 amountOut) {
        bool zeroForOne = params.tokenIn < params.tokenOut;
        uint160 limit = params.sqrtPriceLimitX96;
        if (limit == 0) limit = zeroForOne ? LOWEST_LIMIT : HIGHEST_LIMIT;
        IUniswapV3Pool pool = IUniswapV3Pool(_pool(params.tokenIn, params.tokenOut, params.fee));
        (int256 delta0, int256 delta1) = pool.swap(
            params.recipient,
            zeroForOne,
            int256(params.amountIn),
            limit,
            abi.encode(msg.sender)
        );
        amountOut = uint256(-(zeroForOne ? delta1 : delta0));
        require(amountOut >= params.amountOutMinimum, TooLittleReceived());
    }

    /// @notice Adds liquidity owned by `recipient` between two ticks, paid by the caller.
    function addLiquidity(
        address pool,
        address recipient,
        int24 tickLower,
        int24 tickUpper,
        uint128 liquidity
    ) external returns (uint256 amount0, uint256 amount1) {
        _requirePool(pool);
        return IUniswapV3Pool(pool).mint(recipient, tickLower, tickUpper, liquidity, abi.encode(msg.sender));
    }

    function uniswapV3SwapCallback(int256 delta0, int256 delta1, bytes calldata data) external {
        _pay(delta0 > 0 ? uint256(delta0) : 0, delta1 > 0 ? uint256(delta1) : 0, data);
    }

    function uniswapV3MintCallback(uint256 owed0, uint256 owed1, bytes calldata data) external {
        _pay(owed0, owed1, data);
    }

    function _pay(uint256 owed0, uint256 owed1, bytes calldata data) private {
        _requirePool(msg.sender);
        address payer = abi.decode(data, (address));
        if (owed0 != 0) IERC20(IUniswapV3Pool(msg.sender).token0()).safeTransferFrom(payer, msg.sender, owed0);
        if (owed1 != 0) IERC20(IUniswapV3Pool(msg.sender).token1()).safeTransferFrom(payer, msg.sender, owed1);
    }

    function _requirePool(address pool) private view {
        IUniswapV3Pool claimed = IUniswapV3Pool(pool);
        require(_pool(claimed.token0(), claimed.token1(), claimed.fee()) == pool, UnknownPool(pool));
    }

    function _pool(address tokenA, address tokenB, uint24 fee) private view returns (address) {
        return IUniswapV3Factory(factory).getPool(tokenA, tokenB, fee);
    }
}
