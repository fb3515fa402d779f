// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ProfitLock} from "./ProfitLock.sol";
import {StrategyBook} from "./StrategyBook.sol";

/// @notice Plays the creator vault: an ERC-4626 vault of a creator coin (a thousand shares to the coin) that lends
/// to strategies, reports their profit and loss, takes fees in shares and unlocks profit over time.
contract CreatorVault is ERC4626, ProfitLock, StrategyBook {
    using SafeERC20 for IERC20;

    uint16 public constant MAX_PERFORMANCE_FEE = 2000;
    uint16 public constant MAX_MANAGEMENT_FEE = 500;
    uint32 public constant MAX_PROFIT_UNLOCK_TIME = 365 days;

    address public gaugeController;
    address public ccaLaunchArm;
    address public feeRecipient;
    uint16 public performanceFee = 1000;
    uint16 public managementFee = 100;
    uint32 public profitMaxUnlockTime = 7 days;
    uint96 public lastReport;
    uint256 public totalAssetsAtLastReport;
    uint256 public maxTotalSupply = type(uint256).max;
    uint8 public vaultMode;
    bool public whitelistEnabled;
    mapping(address account => bool) public whitelist;
    /// @notice Blocks between a deposit and the first withdrawal of its receiver.
    uint256 public withdrawDelayBlocks = 1;
    mapping(address account => uint256) public lastDepositBlock;
    /// @notice From this many assets on, a withdrawal goes through the queue.
    uint256 public largeWithdrawalThreshold = 100_000e18;
    uint256 public largeWithdrawalDelayBlocks = 10;
    mapping(address account => QueuedWithdrawal) public queuedWithdrawals;
    uint256 public totalQueuedWithdrawalShares;

    struct QueuedWithdrawal {
        uint256 shares;
        uint256 unlockBlock;
        address receiver;
    }

    /// @dev `minIdleReserve` does not exist in this vault.
    struct LiquiditySnapshot {
        uint256 totalAssets;
        uint256 idleAssets;
        uint256 minIdleReserve;
        uint256 instantIdleAssets;
        uint256 instantIdleBps;
        uint256 queuedWithdrawalShares;
        uint256 lockedProfitShares;
        uint256 maxSyncWithdrawAssets;
        StrategyLiquidity[] strategies;
    }

    event Reported(uint256 profit, uint256 loss, uint256 performanceFees, uint256 totalAssets);
    event CapitalInjected(address indexed from, uint256 amount, uint256 newPricePerShare);
    event SharesBurnedForPrice(address indexed from, uint256 shares, uint256 newPricePerShare);
    event WithdrawalQueued(address indexed user, uint256 shares, uint256 unlockBlock);
    event WithdrawalClaimed(address indexed user, uint256 assets);
    event WithdrawalCancelled(address indexed user, uint256 shares);
    event PausedSet(bool paused);
    event VaultShutdown();
    event VaultModeSet(uint8 mode);

    error FeeTooHigh(uint256 bps);
    error UnlockTimeTooLong(uint256 time);
    error ZeroAmount();
    error ZeroShares();
    error InvalidAmount();
    error Unauthorized();
    error Paused();
    error VaultIsShutdown();
    error VaultNotNormal();
    error WithdrawTooSoon(uint256 currentBlock, uint256 requiredBlock);
    error LargeWithdrawalMustBeQueued(uint256 amount, uint256 threshold);
    error WithdrawalNotUnlocked(uint256 currentBlock, uint256 unlockBlock);
    error NoQueuedWithdrawal();
    error QueuedWithdrawalReceiverMismatch(address existing, address provided);

    constructor(
        IERC20 coin,
        string memory name_,
        string memory symbol_,
        address owner_,
        uint256 maxStrategies
    ) ERC20(name_, symbol_) ERC4626(coin) Ownable(owner_) StrategyBook(address(coin), maxStrategies) {
        feeRecipient = owner_;
        keeper = owner_;
        lastReport = uint96(block.timestamp);
    }

    // --- reads

    /// @notice Eighteen whatever the virtual offset is: a share is a thousandth of a coin at the start.
    function decimals() public pure override(ERC20, ERC4626) returns (uint8) {
        return 18;
    }

    function totalSupply() public view override(ERC20, IERC20, ProfitLock) returns (uint256) {
        return ProfitLock.totalSupply();
    }

    /// @notice Idle coins and what live strategies hold, each no higher than its cap (its debt where none is set).
    function totalAssets() public view override returns (uint256 assets) {
        assets = Math.min(coinBalance, IERC20(CREATOR_COIN).balanceOf(address(this)));
        for (uint256 i; i < strategyList.length; ++i) assets += _strategyAssets(strategyList[i]);
    }

    /// @notice Coins per share times 1e18; exactly 1e18 while there is no share.
    function pricePerShare() public view returns (uint256) {
        uint256 supply = totalSupply();
        return supply == 0 ? 1e18 : ((totalAssets() + 1) * 1e18) / (supply + 10 ** _decimalsOffset());
    }

    /// @notice What is at hand, what is asked for, and what each strategy says it holds.
    function liquiditySnapshot() external view returns (LiquiditySnapshot memory snapshot) {
        uint256 assets = totalAssets();
        uint256 idle = coinBalance;
        snapshot.totalAssets = assets;
        snapshot.idleAssets = idle;
        snapshot.instantIdleAssets = idle;
        snapshot.instantIdleBps = assets == 0 ? 0 : (idle * 10_000) / assets;
        snapshot.queuedWithdrawalShares = totalQueuedWithdrawalShares;
        snapshot.lockedProfitShares = totalLockedShares();
        snapshot.maxSyncWithdrawAssets = largeWithdrawalThreshold - 1;
        snapshot.strategies = _strategyLiquidity();
    }

    function maxMint(address receiver) public view override returns (uint256) {
        if (vaultMode != 0 || paused || isShutdown || (whitelistEnabled && !whitelist[receiver])) return 0;
        uint256 supply = totalSupply();
        return supply >= maxTotalSupply ? 0 : maxTotalSupply - supply;
    }

    function maxDeposit(address receiver) public view override returns (uint256) {
        uint256 shares = maxMint(receiver);
        return shares > type(uint128).max ? type(uint256).max : convertToAssets(shares);
    }

    function maxWithdraw(address owner_) public view override returns (uint256) {
        if (vaultMode != 0 || paused) return 0;
        return Math.min(previewRedeem(balanceOf(owner_)), largeWithdrawalThreshold - 1);
    }

    function maxRedeem(address owner_) public view override returns (uint256) {
        if (vaultMode != 0 || paused) return 0;
        return Math.min(balanceOf(owner_), previewWithdraw(largeWithdrawalThreshold - 1));
    }

    // --- deposits and withdrawals

    /// @notice The sender must be on the list; `maxDeposit` answers for the receiver.
    function deposit(uint256 assets, address receiver) public override returns (uint256 shares) {
        require(!paused, Paused());
        require(!isShutdown, VaultIsShutdown());
        require(!whitelistEnabled || whitelist[msg.sender], Unauthorized());
        require(vaultMode == 0, VaultNotNormal());
        require(assets != 0, ZeroAmount());
        shares = previewDeposit(assets);
        require(shares != 0, ZeroShares());
        require(totalSupply() + shares <= maxTotalSupply, InvalidAmount());
        _deposit(msg.sender, receiver, assets, shares);
    }

    function withdraw(uint256 assets, address receiver, address owner_) public override returns (uint256 shares) {
        require(vaultMode == 0, VaultNotNormal());
        require(!paused, Paused());
        require(assets != 0, ZeroAmount());
        _requireDelay(owner_);
        shares = previewWithdraw(assets);
        _requireSmall(assets);
        _withdraw(msg.sender, receiver, owner_, assets, shares);
    }

    function redeem(uint256 shares, address receiver, address owner_) public override returns (uint256 assets) {
        require(vaultMode == 0, VaultNotNormal());
        require(!paused, Paused());
        require(shares != 0, ZeroShares());
        _requireDelay(owner_);
        assets = previewRedeem(shares);
        require(assets != 0, ZeroAmount());
        _requireSmall(assets);
        _withdraw(msg.sender, receiver, owner_, assets, shares);
    }

    // --- withdrawal queue

    /// @notice The first withdrawal of an account in the queue sets its block and receiver; later ones add shares.
    function queueWithdrawal(uint256 shares, address receiver) external {
        require(shares != 0, ZeroShares());
        _requireDelay(msg.sender);
        require(convertToAssets(shares) >= largeWithdrawalThreshold, InvalidAmount());
        _transfer(msg.sender, address(this), shares);
        totalQueuedWithdrawalShares += shares;
        QueuedWithdrawal storage queued = queuedWithdrawals[msg.sender];
        if (queued.shares == 0) {
            queued.unlockBlock = block.number + largeWithdrawalDelayBlocks;
            queued.receiver = receiver;
        }
        require(queued.receiver == receiver, QueuedWithdrawalReceiverMismatch(queued.receiver, receiver));
        queued.shares += shares;
        emit WithdrawalQueued(msg.sender, shares, queued.unlockBlock);
    }

    function claimQueuedWithdrawal() external returns (uint256 assets) {
        require(vaultMode == 0, VaultNotNormal());
        QueuedWithdrawal memory queued = queuedWithdrawals[msg.sender];
        require(queued.shares != 0, NoQueuedWithdrawal());
        require(block.number >= queued.unlockBlock, WithdrawalNotUnlocked(block.number, queued.unlockBlock));
        delete queuedWithdrawals[msg.sender];
        assets = convertToAssets(queued.shares);
        totalQueuedWithdrawalShares -= queued.shares;
        _gather(assets);
        coinBalance -= assets;
        _burn(address(this), queued.shares);
        IERC20(CREATOR_COIN).safeTransfer(queued.receiver, assets);
        emit WithdrawalClaimed(msg.sender, assets);
    }

    function cancelQueuedWithdrawal() external returns (uint256 shares) {
        shares = queuedWithdrawals[msg.sender].shares;
        require(shares != 0, NoQueuedWithdrawal());
        delete queuedWithdrawals[msg.sender];
        totalQueuedWithdrawalShares -= shares;
        _transfer(address(this), msg.sender, shares);
        emit WithdrawalCancelled(msg.sender, shares);
    }

    // --- price support

    /// @notice Gives coins to all holders.
    function injectCapital(uint256 amount) external {
        require(amount != 0, ZeroAmount());
        IERC20(CREATOR_COIN).safeTransferFrom(msg.sender, address(this), amount);
        coinBalance += amount;
        emit CapitalInjected(msg.sender, amount, pricePerShare());
    }

    /// @notice Burns the caller's shares in favour of the other holders.
    function burnSharesForPriceIncrease(uint256 shares) external {
        require(shares != 0, ZeroAmount());
        _burn(msg.sender, shares);
        emit SharesBurnedForPrice(msg.sender, shares, pricePerShare());
    }

    // --- reports

    /// @notice Takes the strategies' valuations as their new debts, charges fees and locks the profit.
    function report() external onlyKeeper returns (uint256 profit, uint256 loss) {
        _burnUnlocked();
        uint256 assets = totalAssets();
        uint256 supply = totalSupply();
        (profit, loss) = _markToMarket();
        uint256 fees = (profit * performanceFee) / 10_000;
        if (supply != 0) {
            uint256 virtualSupply = supply + 10 ** _decimalsOffset();
            _mintFees(Math.mulDiv(fees, virtualSupply, assets + 1), supply);
            uint256 kept = profitMaxUnlockTime == 0 ? 0 : Math.mulDiv(profit - fees, virtualSupply, assets + 1);
            _relock(Math.mulDiv(loss, virtualSupply, assets + 1), kept, profitMaxUnlockTime);
        }
        lastReport = uint96(block.timestamp);
        totalAssetsAtLastReport = totalAssets();
        emit Reported(profit, loss, fees, totalAssetsAtLastReport);
    }

    // --- administration

    function setGaugeController(address gaugeController_) external onlyOwner {
        gaugeController = gaugeController_;
    }

    function setCcaLaunchArm(address launchArm) external onlyOwner {
        ccaLaunchArm = launchArm;
    }

    function setRoles(address keeper_, address feeRecipient_) external onlyOwner {
        (keeper, feeRecipient) = (keeper_, feeRecipient_);
    }

    function setFees(uint16 performance, uint16 management) external onlyOwner {
        require(performance <= MAX_PERFORMANCE_FEE, FeeTooHigh(performance));
        require(management <= MAX_MANAGEMENT_FEE, FeeTooHigh(management));
        (performanceFee, managementFee) = (performance, management);
    }

    function setProfitMaxUnlockTime(uint32 time) external onlyOwner {
        require(time <= MAX_PROFIT_UNLOCK_TIME, UnlockTimeTooLong(time));
        profitMaxUnlockTime = time;
    }

    function setMaxTotalSupply(uint256 max) external onlyOwner {
        maxTotalSupply = max;
    }

    function setWhitelistEnabled(bool enabled) external onlyOwner {
        whitelistEnabled = enabled;
    }

    function setWhitelist(address account, bool allowed) external onlyOwner {
        whitelist[account] = allowed;
    }

    function setFlashLoanProtection(uint256 delay, uint256 threshold, uint256 largeDelay) external onlyOwner {
        (withdrawDelayBlocks, largeWithdrawalThreshold, largeWithdrawalDelayBlocks) = (delay, threshold, largeDelay);
    }

    function setPaused(bool paused_) external onlyKeeper {
        paused = paused_;
        emit PausedSet(paused_);
    }

    /// @param mode 0 normal, 1 suspect.
    function setVaultMode(uint8 mode) external onlyKeeper {
        vaultMode = mode;
        emit VaultModeSet(mode);
    }

    /// @notice Ends deposits for good; holders can still withdraw.
    function shutdown() external onlyOwner {
        require(!isShutdown, AlreadyShutdown());
        isShutdown = true;
        emit VaultShutdown();
    }

    // --- internals

    function _decimalsOffset() internal pure override returns (uint8) {
        return 3;
    }

    function _deposit(address caller, address receiver, uint256 assets, uint256 shares) internal override {
        super._deposit(caller, receiver, assets, shares);
        coinBalance += assets;
        lastDepositBlock[receiver] = block.number;
    }

    function _withdraw(
        address caller,
        address receiver,
        address owner_,
        uint256 assets,
        uint256 shares
    ) internal override {
        _gather(assets);
        coinBalance -= assets;
        super._withdraw(caller, receiver, owner_, assets, shares);
    }

    function _requireDelay(address account) private view {
        uint256 required = lastDepositBlock[account] + withdrawDelayBlocks;
        require(block.number >= required, WithdrawTooSoon(block.number, required));
    }

    function _requireSmall(uint256 assets) private view {
        require(assets < largeWithdrawalThreshold, LargeWithdrawalMustBeQueued(assets, largeWithdrawalThreshold));
    }

    /// @dev The performance fee's shares, and the management fee's for the time since the last report.
    function _mintFees(uint256 performanceShares, uint256 supply) private {
        uint256 yearly = Math.mulDiv(supply, managementFee, 10_000);
        uint256 feeShares = performanceShares + (yearly * (block.timestamp - lastReport)) / 365 days;
        if (feeShares != 0) _mint(feeRecipient, feeShares);
    }
}
