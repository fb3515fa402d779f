// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {MPS, Step} from "./AuctionTypes.sol";

/// @notice How much of the supply each block sells: packed words of (uint24 ten-millionths a block, uint40 blocks).
abstract contract StepSchedule {
    uint256 private constant WORD = 8;

    uint64 public immutable startBlock;
    uint64 public immutable endBlock;

    Step internal _step;
    bytes private _stepsData;
    uint256 private _offset;

    event AuctionStepRecorded(uint256 startBlock, uint256 endBlock, uint24 mps);

    error InvalidEndBlock();
    error InvalidAuctionDataLength();
    error StepBlockDeltaCannotBeZero();
    error InvalidStepDataMps(uint256 actualMps, uint256 expectedMps);
    error InvalidEndBlockGivenStepData(uint64 actualEndBlock, uint64 expectedEndBlock);
    error AuctionIsOver();

    constructor(bytes memory stepsData, uint64 startBlock_, uint64 endBlock_) {
        require(startBlock_ < endBlock_, InvalidEndBlock());
        require(stepsData.length != 0 && stepsData.length % WORD == 0, InvalidAuctionDataLength());
        startBlock = startBlock_;
        endBlock = endBlock_;
        _stepsData = stepsData;
        uint256 sold;
        uint64 end = startBlock_;
        for (uint256 offset; offset < stepsData.length; offset += WORD) {
            (uint24 mps, uint40 blocks) = _read(offset);
            require(blocks != 0, StepBlockDeltaCannotBeZero());
            sold += uint256(mps) * blocks;
            end += blocks;
        }
        require(sold == MPS, InvalidStepDataMps(sold, MPS));
        require(end == endBlock_, InvalidEndBlockGivenStepData(end, endBlock_));
        _step.endBlock = startBlock_;
        _advanceStep();
    }

    function step() external view returns (Step memory) {
        return _step;
    }

    function _advanceStep() internal {
        require(_offset < _stepsData.length, AuctionIsOver());
        (uint24 mps, uint40 blocks) = _read(_offset);
        _offset += WORD;
        _step = Step(mps, _step.endBlock, _step.endBlock + blocks);
        emit AuctionStepRecorded(_step.startBlock, _step.endBlock, mps);
    }

    function _read(uint256 offset) private view returns (uint24 mps, uint40 blocks) {
        uint64 word;
        for (uint256 i; i < WORD; i++) word = (word << 8) | uint8(_stepsData[offset + i]);
        return (uint24(word >> 40), uint40(word));
    }
}
