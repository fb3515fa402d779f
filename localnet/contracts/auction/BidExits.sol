// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {AuctionParameters, Bid, Checkpoint, MPS, Q96} from "./AuctionTypes.sol";
import {ClearingPrice} from "./ClearingPrice.sol";
import {Currency} from "./Currency.sol";

/// @notice How bids end: what they bought, what comes back, and where the rest of the auction goes. An auction that
/// raised less than it had to gives everything back.
abstract contract BidExits is ClearingPrice {
    using SafeERC20 for IERC20;

    address public immutable token;
    address public immutable currency;
    address public immutable tokensRecipient;
    address public immutable fundsRecipient;
    uint64 public immutable claimBlock;
    uint128 public immutable requiredCurrencyRaised;
    uint256 public nextBidId;
    uint256 public sweepCurrencyBlock;
    uint256 public sweepUnsoldTokensBlock;

    mapping(uint256 bidId => Bid) private _bids;

    event BidExited(uint256 indexed bidId, address indexed owner, uint256 tokensFilled, uint256 currencyRefunded);
    event TokensClaimed(uint256 indexed bidId, address indexed owner, uint256 tokensFilled);
    event CurrencySwept(address indexed fundsRecipient, uint256 currencyAmount);
    event TokensSwept(address indexed tokensRecipient, uint256 tokensAmount);

    error ClaimBlockIsBeforeEndBlock();
    error BidIdDoesNotExist(uint256 bidId);
    error BidAlreadyExited();
    error CannotExitBid();
    error CannotPartiallyExitBidBeforeEndBlock();
    error CannotPartiallyExitBidBeforeGraduation();
    error InvalidLastFullyFilledCheckpointHint();
    error InvalidOutbidBlockCheckpointHint();
    error AuctionIsNotOver();
    error NotClaimable();
    error NotGraduated();
    error BidNotExited();
    error BatchClaimDifferentOwner(address expectedOwner, address receivedOwner);
    error CannotSweepCurrency();
    error CannotSweepTokens();

    constructor(address token_, AuctionParameters memory p) {
        require(p.claimBlock >= p.endBlock, ClaimBlockIsBeforeEndBlock());
        token = token_;
        currency = p.currency;
        tokensRecipient = p.tokensRecipient;
        fundsRecipient = p.fundsRecipient;
        claimBlock = p.claimBlock;
        requiredCurrencyRaised = p.requiredCurrencyRaised;
    }

    /// @notice As of the last checkpoint.
    function isGraduated() public view returns (bool) {
        return currencyRaised() >= requiredCurrencyRaised;
    }

    function bids(uint256 bidId) public view returns (Bid memory) {
        require(bidId < nextBidId, BidIdDoesNotExist(bidId));
        return _bids[bidId];
    }

    /// @notice Ends a bid above the final price, or any bid of an auction that failed.
    function exitBid(uint256 bidId) external {
        Bid memory bid = _unexited(bidId);
        Checkpoint memory end = _end();
        if (!isGraduated()) return _exit(bidId, bid, 0, 0);
        require(bid.maxPrice > end.clearingPrice, CannotExitBid());
        (uint256 tokens, uint256 spentQ96) = _filled(bid, checkpoints(bid.startBlock), end);
        _exit(bidId, bid, tokens, spentQ96);
    }

    /// @notice Ends a bid that was outbid, or that stands at the final price. The hints are checkpoints: the last one
    /// below the bid's price, and the first one above it (0 where there is none).
    function exitPartiallyFilledBid(uint256 bidId, uint64 lastFullyFilledCheckpointBlock, uint64 outbidBlock) external {
        Bid memory bid = _unexited(bidId);
        bool over = block.number >= endBlock;
        if (over) _end();
        else _checkpointAt(uint64(block.number));
        if (!isGraduated()) {
            require(over, CannotPartiallyExitBidBeforeGraduation());
            return _exit(bidId, bid, 0, 0);
        }
        Checkpoint memory below = checkpoints(lastFullyFilledCheckpointBlock);
        bool isLast = lastFullyFilledCheckpointBlock >= bid.startBlock && below.clearingPrice != 0
            && below.clearingPrice < bid.maxPrice && checkpoints(below.next).clearingPrice >= bid.maxPrice;
        require(isLast, InvalidLastFullyFilledCheckpointHint());
        Checkpoint memory upper = _upper(bid, outbidBlock, over);
        (uint256 tokens, uint256 spentQ96) = _filled(bid, checkpoints(bid.startBlock), below);
        if (upper.clearingPrice == bid.maxPrice) {
            uint256 whole = _ticks[bid.maxPrice].currencyDemandQ96 * (MPS - bid.startCumulativeMps);
            uint256 raised = upper.currencyRaisedAtClearingPriceQ96_X7;
            tokens += Math.mulDiv(bid.amountQ96, raised, whole) / bid.maxPrice;
            spentQ96 += Math.mulDiv(bid.amountQ96, raised, whole, Math.Rounding.Ceil);
        }
        _exit(bidId, bid, tokens, spentQ96);
    }

    function claimTokens(uint256 bidId) external {
        _requireClaimable();
        (address owner, uint256 tokens) = _claim(bidId);
        IERC20(token).safeTransfer(owner, tokens);
    }

    function claimTokensBatch(address owner, uint256[] calldata bidIds) external {
        _requireClaimable();
        uint256 sum;
        for (uint256 i; i < bidIds.length; i++) {
            (address bidOwner, uint256 tokens) = _claim(bidIds[i]);
            require(bidOwner == owner, BatchClaimDifferentOwner(owner, bidOwner));
            sum += tokens;
        }
        IERC20(token).safeTransfer(owner, sum);
    }

    function sweepCurrency() external {
        _end();
        require(sweepCurrencyBlock == 0, CannotSweepCurrency());
        require(isGraduated(), NotGraduated());
        sweepCurrencyBlock = block.number;
        Currency.pay(currency, fundsRecipient, currencyRaised());
        emit CurrencySwept(fundsRecipient, currencyRaised());
    }

    function sweepUnsoldTokens() external {
        _end();
        require(sweepUnsoldTokensBlock == 0, CannotSweepTokens());
        sweepUnsoldTokensBlock = block.number;
        uint256 unsold = isGraduated() ? totalSupply - totalCleared() : totalSupply;
        IERC20(token).safeTransfer(tokensRecipient, unsold);
        emit TokensSwept(tokensRecipient, unsold);
    }

    function _addBid(Bid memory bid) internal returns (uint256 bidId) {
        bidId = nextBidId++;
        _bids[bidId] = bid;
    }

    function _unexited(uint256 bidId) private view returns (Bid memory bid) {
        bid = bids(bidId);
        require(bid.exitedBlock == 0, BidAlreadyExited());
    }

    /// @dev The final checkpoint, made by whoever needs it first.
    function _end() private returns (Checkpoint memory) {
        require(block.number >= endBlock, AuctionIsNotOver());
        return _checkpointAt(endBlock);
    }

    /// @dev The last checkpoint at or below the bid's price.
    function _upper(Bid memory bid, uint64 outbidBlock, bool over) private view returns (Checkpoint memory upper) {
        if (outbidBlock == 0) {
            require(over, CannotPartiallyExitBidBeforeEndBlock());
            upper = latestCheckpoint();
            require(upper.clearingPrice == bid.maxPrice, CannotExitBid());
            return upper;
        }
        Checkpoint memory outbid = checkpoints(outbidBlock);
        upper = checkpoints(outbid.prev);
        bool isFirst = outbid.clearingPrice > bid.maxPrice && upper.clearingPrice <= bid.maxPrice;
        require(isFirst, InvalidOutbidBlockCheckpointHint());
    }

    /// @dev What a bid bought and paid between two checkpoints during which it was served in full.
    function _filled(Bid memory bid, Checkpoint memory from, Checkpoint memory to)
        private
        pure
        returns (uint256 tokens, uint256 spentQ96)
    {
        uint256 remaining = MPS - bid.startCumulativeMps;
        uint256 perPrice = to.cumulativeMpsPerPrice - from.cumulativeMpsPerPrice;
        tokens = Math.mulDiv(bid.amountQ96, perPrice, remaining * Q96 * Q96);
        spentQ96 = Math.mulDiv(bid.amountQ96, to.cumulativeMps - from.cumulativeMps, remaining, Math.Rounding.Ceil);
    }

    function _exit(uint256 bidId, Bid memory bid, uint256 tokens, uint256 spentQ96) private {
        uint256 refund = bid.amountQ96 > spentQ96 ? (bid.amountQ96 - spentQ96) / Q96 : 0;
        (_bids[bidId].exitedBlock, _bids[bidId].tokensFilled) = (uint64(block.number), tokens);
        Currency.pay(currency, bid.owner, refund);
        emit BidExited(bidId, bid.owner, tokens, refund);
    }

    function _requireClaimable() private view {
        require(block.number >= claimBlock, NotClaimable());
        require(isGraduated(), NotGraduated());
    }

    function _claim(uint256 bidId) private returns (address owner, uint256 tokens) {
        Bid storage bid = _bids[bidId];
        require(bids(bidId).exitedBlock != 0, BidNotExited());
        (owner, tokens) = (bid.owner, bid.tokensFilled);
        bid.tokensFilled = 0;
        emit TokensClaimed(bidId, owner, tokens);
    }
}
