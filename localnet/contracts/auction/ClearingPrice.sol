// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Checkpoint, MPS, Q96} from "./AuctionTypes.sol";
import {StepSchedule} from "./StepSchedule.sol";
import {TickBook} from "./TickBook.sol";

/// @notice Sells the schedule's part of the supply, block after block, at the one price at which demand meets it. The
/// price is worked out when somebody asks for a checkpoint, for all blocks since the one before, and never falls.
abstract contract ClearingPrice is TickBook, StepSchedule {
    uint64 public constant MAX_BLOCK_NUMBER = type(uint64).max;

    uint128 public immutable totalSupply;
    uint64 public lastCheckpointedBlock;
    /// @notice Demand of all bids above the clearing price, spread over the whole supply.
    uint256 public sumCurrencyDemandAboveClearingQ96;

    uint256 private _clearingPrice;
    uint256 private _currencyRaisedQ96_X7;
    uint256 private _totalCleared_X7;
    mapping(uint64 blockNumber => Checkpoint) private _checkpoints;

    event CheckpointUpdated(uint256 blockNumber, uint256 clearingPrice, uint24 cumulativeMps);
    event ClearingPriceUpdated(uint256 blockNumber, uint256 clearingPrice);

    error TotalSupplyIsZero();
    error TotalSupplyIsTooLarge();

    constructor(uint128 totalSupply_) {
        require(totalSupply_ != 0, TotalSupplyIsZero());
        require(totalSupply_ <= 2 ** 100, TotalSupplyIsTooLarge());
        totalSupply = totalSupply_;
        _clearingPrice = floorPrice;
    }

    /// @notice As of the last checkpoint, like all that follows.
    function clearingPrice() public view returns (uint256) {
        return _clearingPrice;
    }

    function currencyRaised() public view returns (uint256) {
        return _currencyRaisedQ96_X7 / (MPS * Q96);
    }

    function totalCleared() public view returns (uint256) {
        return _totalCleared_X7 / MPS;
    }

    function latestCheckpoint() public view returns (Checkpoint memory) {
        return _checkpoints[lastCheckpointedBlock];
    }

    function checkpoints(uint64 blockNumber) public view returns (Checkpoint memory) {
        return _checkpoints[blockNumber];
    }

    function _checkpointAt(uint64 blockNumber) internal returns (Checkpoint memory point) {
        uint64 last = lastCheckpointedBlock;
        point = _checkpoints[last];
        if (blockNumber == last) return point;
        uint256 price = _meetDemand();
        if (price != point.clearingPrice) {
            point.clearingPrice = price;
            point.currencyRaisedAtClearingPriceQ96_X7 = 0;
            _clearingPrice = price;
            emit ClearingPriceUpdated(blockNumber, price);
        }
        uint64 from = last > startBlock ? last : startBlock;
        while (blockNumber > _step.endBlock) {
            _sell(point, uint256(_step.mps) * (_step.endBlock - from));
            from = _step.endBlock;
            _advanceStep();
        }
        _sell(point, uint256(_step.mps) * (blockNumber - from));

        (point.prev, point.next) = (last, MAX_BLOCK_NUMBER);
        if (last != 0) _checkpoints[last].next = blockNumber;
        _checkpoints[blockNumber] = point;
        lastCheckpointedBlock = blockNumber;
        emit CheckpointUpdated(blockNumber, price, point.cumulativeMps);
    }

    /// @dev Ticks whose bids cannot all be served any more are left behind, one by one, until the rest fits.
    function _meetDemand() private returns (uint256 price) {
        price = _clearingPrice;
        (uint256 next, uint256 demand, uint256 supply) =
            (nextActiveTickPrice, sumCurrencyDemandAboveClearingQ96, totalSupply);
        uint256 candidate = Math.ceilDiv(demand, supply);
        while (next != MAX_TICK_PTR && (demand >= supply * next || candidate == next)) {
            demand -= _ticks[next].currencyDemandQ96;
            price = next;
            next = _ticks[next].next;
            candidate = Math.ceilDiv(demand, supply);
        }
        if (next != nextActiveTickPrice) {
            nextActiveTickPrice = next;
            sumCurrencyDemandAboveClearingQ96 = demand;
            emit NextActiveTickUpdated(next);
        }
        if (candidate > price) price = candidate;
    }

    /// @dev Bids above the price are served in full; those at it share what is left.
    function _sell(Checkpoint memory point, uint256 mps) private {
        uint256 price = point.clearingPrice;
        uint256 raised = sumCurrencyDemandAboveClearingQ96 * mps;
        uint256 atPrice = _ticks[price].currencyDemandQ96;
        uint256 wanted = totalSupply * price;
        if (atPrice != 0 && wanted > sumCurrencyDemandAboveClearingQ96) {
            uint256 part = Math.min(atPrice, wanted - sumCurrencyDemandAboveClearingQ96) * mps;
            point.currencyRaisedAtClearingPriceQ96_X7 += part;
            raised += part;
        }
        _currencyRaisedQ96_X7 += raised;
        _totalCleared_X7 += raised / price;
        point.cumulativeMps += uint24(mps);
        point.cumulativeMpsPerPrice += (mps << 192) / price;
    }
}
