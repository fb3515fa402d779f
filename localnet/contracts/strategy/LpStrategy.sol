// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {LendingMath} from "../lendpool/LendingMath.sol";
import {LendingPool} from "../lendpool/LendingPool.sol";
import {LiquidityStrategy} from "./LiquidityStrategy.sol";

/// @notice Plays the current generation of the liquidity strategy: its setters and reads, and a loan of coins against
/// dollars from a lending pool.
contract LpStrategy is LiquidityStrategy {
    using SafeERC20 for IERC20;

    address public ajnaPool;
    bool public ajnaBorrowEnabled;
    uint256 public ajnaMaxDebt;
    uint256 public ajnaMinCollateralRatioBps = 12_500;

    event AjnaPoolSet(address indexed pool);
    event AjnaParametersSet(bool borrowEnabled, uint256 maxDebt, uint256 minCollateralRatioBps);

    error InvalidAjnaPool(address pool);
    error AjnaPositionOpen(uint256 debt, uint256 collateral);
    error BorrowDisabled();
    error DebtTooHigh(uint256 debt);
    error CollateralRatioTooLow(uint256 bps);

    constructor(
        address vault_,
        address asset_,
        address owner_,
        address usdc,
        address router,
        address oracle
    ) LiquidityStrategy(vault_, asset_, owner_, usdc, router, oracle) {}

    function charmVault() external view returns (address) {
        return _lpVault;
    }

    function setCharmVault(address next) external {
        _setLpVault(next);
    }

    function ownerEmergencyWithdrawFromCharm() external returns (uint256 amount0, uint256 amount1) {
        return _withdrawFromLp();
    }

    /// @notice Chooses the pool that lends coins against dollars, zero for none; nothing may be open in the old one.
    function setAjnaPool(address pool) external onlyOwner {
        (, uint256 debt, uint256 pledged) = _loan();
        require(debt == 0 && pledged == 0, AjnaPositionOpen(debt, pledged));
        if (pool != address(0)) {
            bool fits = LendingPool(pool).quoteTokenAddress() == ASSET && LendingPool(pool).collateralAddress() == USDC;
            require(fits, InvalidAjnaPool(pool));
            _approve(pool, type(uint256).max);
        }
        ajnaPool = pool;
        emit AjnaPoolSet(pool);
    }

    function setAjnaParameters(bool borrowEnabled, uint256 maxDebt, uint256 minCollateralRatioBps) external onlyOwner {
        require(minCollateralRatioBps > 10_000, CollateralRatioTooLow(minCollateralRatioBps));
        (ajnaBorrowEnabled, ajnaMaxDebt, ajnaMinCollateralRatioBps) = (borrowEnabled, maxDebt, minCollateralRatioBps);
        emit AjnaParametersSet(borrowEnabled, maxDebt, minCollateralRatioBps);
    }

    /// @notice Pledges idle dollars and borrows coins, both in the tokens' own units.
    function borrowFromAjna(uint256 pledge, uint256 amount, uint256 limitIndex) external onlyOwner {
        require(ajnaBorrowEnabled, BorrowDisabled());
        LendingPool pool = LendingPool(ajnaPool);
        pool.drawDebt(address(this), amount * pool.quoteTokenScale(), limitIndex, pledge * pool.collateralScale());
        (, uint256 debt, uint256 pledged) = _loan();
        require(debt <= ajnaMaxDebt, DebtTooHigh(debt));
        uint256 ratio = _ratio(debt, pledged);
        require(ratio >= ajnaMinCollateralRatioBps, CollateralRatioTooLow(ratio));
    }

    /// @notice Repays coins (all with 2^256 - 1) and takes dollars back.
    function repayToAjna(uint256 amount, uint256 pull, uint256 limitIndex) external onlyOwner {
        LendingPool pool = LendingPool(ajnaPool);
        uint256 most = amount == type(uint256).max ? amount : amount * pool.quoteTokenScale();
        pool.repayDebt(address(this), most, pull * pool.collateralScale(), address(this), limitIndex);
    }

    /// @notice The loan, in the tokens' own units; its ratio is 2^256 - 1 without a debt, 0 while no price is fresh.
    function getAjnaPosition()
        external
        view
        returns (bool configured, bool readable, uint256 debtAsset, uint256 collateralUsdc, uint256 collateralRatioBps)
    {
        if (ajnaPool == address(0)) return (false, false, 0, 0, type(uint256).max);
        (readable, debtAsset, collateralUsdc) = _loan();
        return (true, readable, debtAsset, collateralUsdc, readable ? _ratio(debtAsset, collateralUsdc) : 0);
    }

    function _lender() internal view override returns (address) {
        return ajnaPool;
    }

    function _loan() internal view override returns (bool, uint256, uint256) {
        if (ajnaPool == address(0)) return (true, 0, 0);
        LendingPool pool = LendingPool(ajnaPool);
        try pool.borrowerInfo(address(this)) returns (uint256 t0Debt, uint256 collateral, uint256) {
            (uint256 inflator, uint256 updatedAt) = pool.inflatorInfo();
            (uint256 rate, ) = pool.interestRateInfo();
            uint256 debt = LendingMath.ceilWmul(t0Debt, LendingMath.pendingInflator(inflator, updatedAt, rate));
            return (true, Math.ceilDiv(debt, pool.quoteTokenScale()), collateral / pool.collateralScale());
        } catch {
            return (false, 0, 0);
        }
    }

    function _ratio(uint256 debt, uint256 pledged) private view returns (uint256) {
        return debt == 0 ? type(uint256).max : Math.mulDiv(_coinsFor(pledged), 10_000, debt);
    }
}
