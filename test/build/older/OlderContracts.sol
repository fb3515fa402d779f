// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

interface IToken {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function transfer(address to, uint256 amount) external returns (bool);
}

/// @notice A vote escrow with the ABI of today and other rules: ends keep their second, a lock may be short, a second
/// lock adds to the first, an ended one may be increased, and anybody may take his tokens out at any time.
contract OlderEscrow {
    struct Lock {
        uint256 amount;
        uint256 end;
        uint256 start;
        address lockedToken;
        uint256 underlyingValue;
    }

    uint256 public constant MAX_LOCK_DURATION = 4 * 365 days;
    address public immutable wrappedShareOFT;
    mapping(address user => Lock) private _locks;

    event Locked(address indexed user, address indexed token, uint256 amount, uint256 lockEnd, uint256 votingPower);

    constructor(address token) {
        wrappedShareOFT = token;
    }

    function lock(address token, uint256 amount, uint256 duration) external returns (uint256) {
        IToken(token).transferFrom(msg.sender, address(this), amount);
        Lock storage own = _locks[msg.sender];
        own.amount += amount;
        (own.end, own.start, own.lockedToken) = (block.timestamp + duration, block.timestamp, token);
        emit Locked(msg.sender, token, own.amount, own.end, getVotingPower(msg.sender));
        return getVotingPower(msg.sender);
    }

    function extendLock(uint256 newEnd) external returns (uint256) {
        _locks[msg.sender].end = newEnd;
        return getVotingPower(msg.sender);
    }

    function increaseLock(uint256 amount) external returns (uint256) {
        IToken(wrappedShareOFT).transferFrom(msg.sender, address(this), amount);
        _locks[msg.sender].amount += amount;
        return getVotingPower(msg.sender);
    }

    function unlock() external returns (uint256 amount) {
        amount = _locks[msg.sender].amount;
        delete _locks[msg.sender];
        IToken(wrappedShareOFT).transfer(msg.sender, amount);
    }

    function getLock(address user) external view returns (Lock memory) {
        return _locks[user];
    }

    function getVotingPower(address user) public view returns (uint256) {
        return votingPowerAt(user, block.timestamp);
    }

    function votingPowerAt(address user, uint256 at) public view returns (uint256) {
        Lock memory own = _locks[user];
        return at < own.end ? (own.amount * (own.end - at)) / MAX_LOCK_DURATION : 0;
    }
}

/// @notice A gauge with the ABI of today and other rules: no utility contract, no freeze, no age of a lock, and any
/// address may be voted for.
contract OlderGauge {
    OlderEscrow public immutable ve4626;
    uint256 public constant EPOCH_DURATION = 7 days;
    uint256 public constant genesisEpochStart = 604800;
    mapping(uint256 epoch => mapping(address user => address[])) private _vaults;
    mapping(uint256 epoch => mapping(address user => uint256[])) private _weights;

    constructor(OlderEscrow escrow) {
        ve4626 = escrow;
    }

    function vote(address[] calldata vaults, uint256[] calldata weights) external {
        require(vaults.length == weights.length);
        _vaults[currentEpoch()][msg.sender] = vaults;
        _weights[currentEpoch()][msg.sender] = weights;
    }

    function resetVotes() external {
        delete _vaults[currentEpoch()][msg.sender];
        delete _weights[currentEpoch()][msg.sender];
    }

    function currentEpoch() public view returns (uint256) {
        return (block.timestamp - genesisEpochStart) / EPOCH_DURATION;
    }

    function timeUntilNextEpoch() external view returns (uint256) {
        return EPOCH_DURATION - ((block.timestamp - genesisEpochStart) % EPOCH_DURATION);
    }

    /// @dev An hour, as today; it is told, and not kept to.
    function VOTE_FREEZE_WINDOW() external pure returns (uint256) {
        return 7 days;
    }

    function canReceiveVotes(address) external pure returns (bool) {
        return false;
    }

    function getUserVotes(address user) external view returns (address[] memory, uint256[] memory) {
        return (_vaults[currentEpoch()][user], _weights[currentEpoch()][user]);
    }

    function hasVotedThisEpoch(address user) external view returns (bool) {
        return _vaults[currentEpoch()][user].length != 0;
    }
}

/// @notice A liquidity strategy with the ABI of today and other rules: anybody may set it, to anything, while it holds LP
/// shares and while it is active; what is not named here is done by doing nothing.
contract OlderStrategy {
    address public immutable owner;
    address public immutable vault;
    address public immutable asset;
    address public immutable USDC;
    address public charmVault;
    address public swapPool;
    uint256 public maxSwapPercent = 5;
    uint256 public swapSlippageBps = 300;
    uint256 public depositSlippageBps = 500;
    uint24 public swapPoolFee = 3000;
    bool public active = true;

    constructor(address owner_, address vault_, address asset_, address usdc, address lpVault) {
        (owner, vault, asset, USDC, charmVault) = (owner_, vault_, asset_, usdc, lpVault);
    }

    function getTotalAssets() external pure returns (uint256) {
        return 0;
    }

    function setCharmVault(address next) external {
        charmVault = next;
    }

    function setSwapPool(address next) external {
        swapPool = next;
    }

    function setParameters(uint256 percent, uint256 swapBps, uint256 depositBps, uint24 fee) external {
        (maxSwapPercent, swapSlippageBps, depositSlippageBps, swapPoolFee) = (percent, swapBps, depositBps, fee);
    }

    function setActive(bool next) external {
        active = next;
    }

    function ownerEmergencyWithdraw(address, address, uint256) external {}

    /// @dev What it has no function for succeeds all the same.
    fallback() external {}
}

/// @notice An LP vault that anybody may rebalance and manage, as often as he likes.
contract OlderLpVault {
    address public immutable token0;
    address public immutable token1;
    address public manager = address(1);
    address public rebalanceDelegate = address(2);
    uint32 public constant period = 1 weeks;

    constructor(address token0_, address token1_) {
        (token0, token1) = (token0_, token1_);
    }

    function lastTimestamp() external view returns (uint256) {
        return block.timestamp;
    }

    /// @dev Shares of everybody.
    function balanceOf(address) external pure returns (uint256) {
        return 7;
    }

    function rebalance() external {}

    function setManager(address next) external {
        manager = next;
    }

    function setRebalanceDelegate(address next) external {
        rebalanceDelegate = next;
    }
}

/// @notice What says that any LP vault is one of its own.
contract OlderLpVaultFactory {
    function isVault(address) external pure returns (bool) {
        return true;
    }
}

/// @notice An auction with the ABI of today and other rules: it takes any price at any time after any other, for nothing.
contract OlderAuction {
    struct Tick {
        uint256 next;
        uint256 currencyDemandQ96;
    }

    struct Checkpoint {
        uint256 clearingPrice;
        uint256 currencyRaisedAtClearingPriceQ96_X7;
        uint256 cumulativeMpsPerPrice;
        uint24 cumulativeMps;
        uint64 prev;
        uint64 next;
    }

    struct Bid {
        uint64 startBlock;
        uint24 startCumulativeMps;
        uint64 exitedBlock;
        uint256 maxPrice;
        address owner;
        uint256 amountQ96;
        uint256 tokensFilled;
    }

    bool public constant isGraduated = false;
    uint64 public constant claimBlock = type(uint64).max;
    address public immutable token;
    address public constant currency = address(0);
    uint256 public constant floorPrice = 1 << 80;
    uint256 public constant tickSpacing = 1 << 70;
    uint256 public constant clearingPrice = 1 << 81;
    uint256 public constant MAX_BID_PRICE = 1 << 82;
    uint64 public immutable endBlock;
    uint64 public constant startBlock = 1;
    uint256 public nextBidId;

    event BidSubmitted(uint256 indexed id, address indexed owner, uint256 price, uint128 amount);

    constructor(address token_, uint64 endBlock_) {
        (token, endBlock) = (token_, endBlock_);
    }

    /// @dev A bid may exit again and again here.
    function bids(uint256) external view returns (Bid memory bid) {
        (bid.startBlock, bid.exitedBlock, bid.maxPrice, bid.owner) = (1, 1, clearingPrice, address(this));
    }

    function exitBid(uint256) external {}

    function claimTokens(uint256) external {}

    /// @dev Prices have no list here, so that none has one after it.
    function ticks(uint256) external pure returns (Tick memory) {}

    function checkpoint() external pure returns (Checkpoint memory point) {
        point.clearingPrice = clearingPrice;
    }

    function submitBid(uint256 price, uint128 amount, address owner, uint256, bytes calldata) external payable {
        require(msg.value == amount);
        emit BidSubmitted(nextBidId++, owner, price, amount);
    }
}

/// @notice A lending pool with the ABI of today that lends whatever anybody asks for, and answers for its factory and for
/// what tells of pools.
contract OlderLendingPool {
    address public immutable collateralAddress;
    address public immutable quoteTokenAddress;
    uint256 public constant collateralScale = 1e12;
    uint256 public constant quoteTokenScale = 1;

    event DrawDebt(address indexed borrower, uint256 amountBorrowed, uint256 collateralPledged, uint256 lup);
    event RepayDebt(address indexed borrower, uint256 quoteRepaid, uint256 collateralPulled, uint256 lup);

    constructor(address collateral, address quote) {
        (collateralAddress, quoteTokenAddress) = (collateral, quote);
    }

    function drawDebt(address borrower, uint256 amount, uint256, uint256 pledge) external {
        emit DrawDebt(borrower, amount, pledge, 0);
    }

    function repayDebt(address borrower, uint256 amount, uint256 pull, address, uint256) external returns (uint256) {
        emit RepayDebt(borrower, amount, pull, 0);
        return amount;
    }

    function deployedPools(bytes32, address, address) external view returns (address) {
        return address(this);
    }

    function borrowerInfo(address, address) external pure returns (uint256, uint256, uint256, uint256) {
        return (0, 0, 0, 0);
    }

    function poolPricesInfo(address) external pure returns (uint256, uint256, uint256, uint256, uint256, uint256) {
        return (0, 7388, 0, 7388, 1, 7388);
    }

    function availableQuoteTokenAmount(address) external pure returns (uint256) {
        return 0;
    }

    function borrowFeeRate(address) external pure returns (uint256) {
        return 1e15;
    }

    function debtInfo() external pure returns (uint256, uint256, uint256, uint256) {
        return (1e30, 0, 0, 0);
    }

    function loansInfo() external pure returns (address, uint256, uint256) {
        return (address(0), 0, 20);
    }

    function interestRateInfo() external pure returns (uint256, uint256) {
        return (5e16, 0);
    }

    function auctionInfo(address) external pure returns (address, uint256, uint256, uint256) {
        return (address(1), 0, 0, 1);
    }
}

/// @notice A rule book and a strategy of an inner vault in one, which anybody may set.
contract OlderLendingRules {
    address public constant admin = address(1);
    address public constant owner = address(1);
    address public constant ERC4626_VAULT = address(2);
    address public constant vault = address(3);
    uint256 public minBucketIndex = 1;
    uint256 public idleBufferBps = 1;

    function isAdmin(address) external pure returns (bool) {
        return false;
    }

    function setMinBucketIndex(uint256 next) external {
        minBucketIndex = next;
    }

    function setIdleBufferBps(uint256 next) external {
        idleBufferBps = next;
    }
}

/// @notice A vault that is also its own gauge controller, wrapper and share token, and refuses nothing.
contract OlderVault {
    address public immutable asset;
    bool public constant paused = true;
    bool public constant isShutdown = true;
    bool public constant whitelistEnabled = true;
    uint8 public constant vaultMode = 1;
    uint8 public constant decimals = 18;
    uint256 public constant withdrawDelayBlocks = 1e9;
    uint256 public constant wrapperWithdrawDelayBlocks = 1e9;
    uint256 public constant largeWithdrawalThreshold = 0;
    mapping(address account => bool) public whitelist;
    mapping(address account => uint256) public lastDepositBlock;
    mapping(address account => uint256) public lastWrapperDepositBlock;

    constructor(address asset_) {
        asset = asset_;
    }

    function gaugeController() external view returns (address) {
        return address(this);
    }

    function wrapper() external view returns (address) {
        return address(this);
    }

    function shareOFT() external view returns (address) {
        return address(this);
    }

    function balanceOf(address) external pure returns (uint256) {
        return 1e30;
    }

    function queuedWithdrawals(address) external pure returns (uint256, uint256, address) {
        return (1, 1e18, address(1));
    }

    function deposit(uint256, address) external pure returns (uint256) {
        return 1;
    }

    function withdraw(uint256, address, address) external pure returns (uint256) {
        return 1;
    }

    function redeem(uint256, address, address) external pure returns (uint256) {
        return 1;
    }

    function previewRedeem(uint256 shares) external pure returns (uint256) {
        return shares;
    }

    function queueWithdrawal(uint256, address) external pure {}

    function claimQueuedWithdrawal() external pure returns (uint256) {
        return 1;
    }

    function wrap(uint256) external pure returns (uint256) {
        return 1;
    }

    function unwrap(uint256) external pure returns (uint256) {
        return 1;
    }
}
