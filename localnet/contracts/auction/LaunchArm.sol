// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {AuctionFactory} from "./AuctionFactory.sol";
import {AuctionParameters} from "./AuctionTypes.sol";
import {ContinuousClearingAuction} from "./ContinuousClearingAuction.sol";
import {Currency} from "./Currency.sol";

/// @notice Plays the launch arm of a vault: it auctions a token, one auction after the other, and passes the proceeds
/// on with a reserve of tokens, to the owner where the real one opens a pool.
contract LaunchArm is Ownable {
    using SafeERC20 for IERC20;

    enum Phase {
        Idle,
        AuctionLive,
        AuctionEndedPending,
        ClaimReady,
        PoolInitializing,
        PoolLive,
        LaunchFailed,
        AuctionScheduled
    }

    struct Plan {
        uint128 amount;
        uint256 lpReserveAmount;
        uint64 startBlock;
        uint64 endBlock;
        uint64 claimBlock;
        uint64 sweepBlock;
        uint256 tickSpacing;
        uint256 floorPrice;
        uint128 requiredCurrencyRaised;
        bytes auctionStepsData;
    }

    struct LifecycleStatus {
        Phase phase;
        address auction;
        bool isGraduated;
        bool auctionWindowOpen;
        bool claimOpen;
        bool currencySwept;
        bool unsoldSwept;
        bool migrated;
        bool failedFinalized;
        uint64 startBlock;
        uint64 endBlock;
        uint64 claimBlock;
        uint64 migrationBlock;
        uint64 sweepBlock;
        uint256 lpReserveAmount;
        uint256 clearingPrice;
        uint256 currencyRaised;
    }

    address public immutable auctionToken;
    address public immutable currency;
    address public immutable vault;
    AuctionFactory public immutable factory;

    ContinuousClearingAuction private _auction;
    address[] private _pastAuctions;
    bool private _migrated;
    bool private _failedFinalized;
    uint64 private _sweepBlock;
    uint256 private _lpReserveAmount;
    uint256 private _launchTotalAssets;
    uint256 private _launchTotalSupply;

    event AuctionCreated(
        address indexed auction, address indexed token, uint256 totalSupply, uint64 startBlock, uint64 endBlock
    );
    event LifecyclePhaseChanged(address indexed auction, uint8 phase);
    event AuctionGraduated(address indexed auction, uint256 currencyRaised, uint256 finalPrice);
    event Migrated(address indexed auction, uint160 sqrtPriceX96, uint256 tokenAmount, uint256 currencyAmount);

    error AuctionInProgress();
    error NoAuction();
    error MigrationTooEarly();
    error AuctionHasGraduated();

    constructor(address token, address currency_, address vault_, AuctionFactory factory_, address owner_)
        Ownable(owner_)
    {
        auctionToken = token;
        currency = currency_;
        vault = vault_;
        factory = factory_;
    }

    receive() external payable {}

    /// @notice Takes the tokens from the owner and begins an auction; the one before must be settled.
    function launch(Plan calldata plan) external onlyOwner returns (address) {
        if (address(_auction) != address(0)) {
            require(_migrated || _failedFinalized, AuctionInProgress());
            _pastAuctions.push(address(_auction));
        }
        IERC20(auctionToken).safeTransferFrom(msg.sender, address(this), plan.amount + plan.lpReserveAmount);
        bytes32 salt = bytes32(_pastAuctions.length);
        _auction = ContinuousClearingAuction(
            factory.initializeDistribution(auctionToken, plan.amount, abi.encode(_parameters(plan)), salt)
        );
        IERC20(auctionToken).safeTransfer(address(_auction), plan.amount);
        _auction.onTokensReceived();
        (_migrated, _failedFinalized) = (false, false);
        (_sweepBlock, _lpReserveAmount) = (plan.sweepBlock, plan.lpReserveAmount);
        (_launchTotalAssets, _launchTotalSupply) = (IERC4626(vault).totalAssets(), IERC4626(vault).totalSupply());
        emit AuctionCreated(address(_auction), auctionToken, plan.amount, plan.startBlock, plan.endBlock);
        _announce();
        return address(_auction);
    }

    /// @notice Fetches what a graduated auction raised.
    function collect() external {
        require(block.number >= _migrationBlock(), MigrationTooEarly());
        _auction.sweepCurrency();
        emit AuctionGraduated(address(_auction), _auction.currencyRaised(), _auction.clearingPrice());
        _announce();
    }

    /// @notice Passes proceeds and reserve on; `collect` comes first.
    function migrate() external onlyOwner {
        require(_auction.sweepCurrencyBlock() != 0, MigrationTooEarly());
        _migrated = true;
        uint256 raised = _auction.currencyRaised();
        Currency.pay(currency, owner(), raised);
        IERC20(auctionToken).safeTransfer(owner(), _lpReserveAmount);
        uint160 root = uint160(Math.sqrt(_auction.clearingPrice()) << 48);
        emit Migrated(address(_auction), root, _lpReserveAmount, raised);
        _announce();
    }

    /// @notice Fetches the tokens of an auction that raised too little, and gives them back.
    function finalizeFailed() external onlyOwner {
        _auction.sweepUnsoldTokens();
        require(!_auction.isGraduated(), AuctionHasGraduated());
        _failedFinalized = true;
        IERC20(auctionToken).safeTransfer(owner(), _auction.totalSupply() + _lpReserveAmount);
        _announce();
    }

    function currentAuction() external view returns (address) {
        return address(_auction);
    }

    /// @notice The auctions before the current one, oldest first.
    function getPastAuctions() external view returns (address[] memory) {
        return _pastAuctions;
    }

    function auctionCount() external view returns (uint256) {
        return _pastAuctions.length + (address(_auction) == address(0) ? 0 : 1);
    }

    function getAuctionStatus()
        external
        view
        returns (address auction, bool isActive, bool isGraduated, uint256 clearingPrice, uint256 currencyRaised)
    {
        LifecycleStatus memory s = getLifecycleStatus();
        isActive = s.auctionWindowOpen && !s.migrated && !s.failedFinalized;
        return (s.auction, isActive, s.isGraduated, s.clearingPrice, s.currencyRaised);
    }

    function getLifecycleStatus() public view returns (LifecycleStatus memory s) {
        if (address(_auction) == address(0)) return s;
        s.auction = address(_auction);
        s.isGraduated = _auction.isGraduated();
        (s.startBlock, s.endBlock, s.claimBlock) = (_auction.startBlock(), _auction.endBlock(), _auction.claimBlock());
        s.auctionWindowOpen = block.number >= s.startBlock && block.number <= s.endBlock;
        s.claimOpen = block.number >= s.claimBlock && s.isGraduated;
        s.currencySwept = _auction.sweepCurrencyBlock() != 0;
        s.unsoldSwept = _auction.sweepUnsoldTokensBlock() != 0;
        (s.migrated, s.failedFinalized) = (_migrated, _failedFinalized);
        (s.migrationBlock, s.sweepBlock, s.lpReserveAmount) = (_migrationBlock(), _sweepBlock, _lpReserveAmount);
        (s.clearingPrice, s.currencyRaised) = (_auction.clearingPrice(), _auction.currencyRaised());
        s.phase = _phase(s);
    }

    /// @notice What backs the vault's shares now, beside what did when the current auction began.
    function getBackingTelemetry()
        external
        view
        returns (
            address vault_,
            uint256 launchTotalAssets,
            uint256 launchTotalSupply,
            uint256 currentTotalAssets,
            uint256 currentTotalSupply,
            int256 assetsDelta,
            int256 supplyDelta
        )
    {
        if (address(_auction) == address(0)) return (vault_, 0, 0, 0, 0, 0, 0);
        (currentTotalAssets, currentTotalSupply) = (IERC4626(vault).totalAssets(), IERC4626(vault).totalSupply());
        assetsDelta = int256(currentTotalAssets) - int256(_launchTotalAssets);
        supplyDelta = int256(currentTotalSupply) - int256(_launchTotalSupply);
        return (
            vault,
            _launchTotalAssets,
            _launchTotalSupply,
            currentTotalAssets,
            currentTotalSupply,
            assetsDelta,
            supplyDelta
        );
    }

    function _phase(LifecycleStatus memory s) private view returns (Phase) {
        if (s.failedFinalized) return Phase.LaunchFailed;
        if (s.migrated) return Phase.PoolLive;
        if (block.number < s.startBlock) return Phase.AuctionScheduled;
        if (s.auctionWindowOpen) return Phase.AuctionLive;
        if (s.currencySwept) return Phase.PoolInitializing;
        return s.claimOpen ? Phase.ClaimReady : Phase.AuctionEndedPending;
    }

    function _migrationBlock() private view returns (uint64) {
        require(address(_auction) != address(0), NoAuction());
        return _auction.endBlock() + 1;
    }

    function _parameters(Plan calldata plan) private view returns (AuctionParameters memory) {
        return AuctionParameters(
            currency,
            address(this),
            address(this),
            plan.startBlock,
            plan.endBlock,
            plan.claimBlock,
            plan.tickSpacing,
            address(0),
            plan.floorPrice,
            plan.requiredCurrencyRaised,
            plan.auctionStepsData
        );
    }

    function _announce() private {
        emit LifecyclePhaseChanged(address(_auction), uint8(getLifecycleStatus().phase));
    }
}
