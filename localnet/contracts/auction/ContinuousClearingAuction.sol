// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {AuctionParameters, Bid, Checkpoint, IValidationHook, MPS} from "./AuctionTypes.sol";
import {BidExits} from "./BidExits.sol";
import {ClearingPrice} from "./ClearingPrice.sol";
import {Currency} from "./Currency.sol";
import {StepSchedule} from "./StepSchedule.sol";
import {TickBook} from "./TickBook.sol";

/// @notice Plays a continuous clearing auction: a bid's budget is spread over what is left of the schedule, each block
/// sells at one price, and who bid above it gets tokens. Bids leave at the end, or when they are outbid.
contract ContinuousClearingAuction is BidExits {
    address public immutable validationHook;
    uint256 public immutable MAX_BID_PRICE;

    event TokensReceived(uint256 totalSupply);
    event BidSubmitted(uint256 indexed id, address indexed owner, uint256 price, uint128 amount);

    error AuctionNotStarted();
    error TokensNotReceived();
    error InvalidTokenAmountReceived();
    error BidAmountTooSmall();
    error BidOwnerCannotBeZeroAddress();
    error InvalidBidPriceTooHigh(uint256 maxPrice, uint256 maxBidPrice);
    error AuctionSoldOut();
    error BidMustBeAboveClearingPrice();
    error ValidationHookCallFailed(bytes reason);
    error InvalidBidUnableToClear();

    bool private _tokensReceived;

    constructor(address token_, uint128 totalSupply_, AuctionParameters memory p)
        TickBook(p.floorPrice, p.tickSpacing)
        StepSchedule(p.auctionStepsData, p.startBlock, p.endBlock)
        ClearingPrice(totalSupply_)
        BidExits(token_, p)
    {
        validationHook = p.validationHook;
        MAX_BID_PRICE = _maxBidPrice(totalSupply_);
    }

    /// @notice Says that the supply has arrived; anybody may.
    function onTokensReceived() external {
        require(IERC20(token).balanceOf(address(this)) >= totalSupply, InvalidTokenAmountReceived());
        if (_tokensReceived) return;
        _tokensReceived = true;
        emit TokensReceived(totalSupply);
    }

    /// @notice Brings price and sales up to this block, or to the end.
    function checkpoint() public returns (Checkpoint memory) {
        _requireActive();
        return _checkpointAt(block.number < endBlock ? uint64(block.number) : endBlock);
    }

    /// @notice Looks for the place of a new price from the floor upwards.
    function submitBid(uint256 maxPrice, uint128 amount, address owner, bytes calldata hookData)
        external
        payable
        returns (uint256)
    {
        return submitBid(maxPrice, amount, owner, floorPrice, hookData);
    }

    /// @notice Looks for the place of a new price from `prevTickPrice` upwards.
    function submitBid(uint256 maxPrice, uint128 amount, address owner, uint256 prevTickPrice, bytes calldata hookData)
        public
        payable
        returns (uint256 bidId)
    {
        _requireActive();
        require(block.number < endBlock, AuctionIsOver());
        require(amount != 0, BidAmountTooSmall());
        require(owner != address(0), BidOwnerCannotBeZeroAddress());
        Currency.pull(currency, amount);
        require(maxPrice <= MAX_BID_PRICE, InvalidBidPriceTooHigh(maxPrice, MAX_BID_PRICE));
        if (validationHook != address(0)) _askHook(maxPrice, amount, owner, hookData);
        Checkpoint memory point = checkpoint();
        require(point.cumulativeMps < MPS, AuctionSoldOut());
        require(maxPrice > point.clearingPrice, BidMustBeAboveClearingPrice());
        _initializeTickIfNeeded(prevTickPrice, maxPrice);

        uint256 amountQ96 = uint256(amount) << 96;
        uint256 demand = amountQ96 * MPS / (MPS - point.cumulativeMps);
        require(sumCurrencyDemandAboveClearingQ96 < type(uint256).max / MPS - demand, InvalidBidUnableToClear());
        _ticks[maxPrice].currencyDemandQ96 += demand;
        sumCurrencyDemandAboveClearingQ96 += demand;
        bidId = _addBid(Bid(uint64(block.number), point.cumulativeMps, 0, maxPrice, owner, amountQ96, 0));
        emit BidSubmitted(bidId, owner, maxPrice, amount);
    }

    function _requireActive() private view {
        require(block.number >= startBlock, AuctionNotStarted());
        require(_tokensReceived, TokensNotReceived());
    }

    function _askHook(uint256 maxPrice, uint128 amount, address owner, bytes calldata hookData) private {
        try IValidationHook(validationHook).validate(maxPrice, amount, owner, msg.sender, hookData) {}
        catch (bytes memory reason) {
            revert ValidationHookCallFailed(reason);
        }
    }

    /// @dev The highest price at which the pool that follows can still be opened with all of the supply.
    function _maxBidPrice(uint256 supply) private pure returns (uint256) {
        if (supply <= 2 ** 62) return 2 ** 160 - 1;
        uint256 root = 2 ** 154 / supply;
        uint256 bound = 2 ** 222 / supply;
        return root * root < bound ? root * root : bound;
    }
}
