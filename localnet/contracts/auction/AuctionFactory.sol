// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Create2} from "@openzeppelin/contracts/utils/Create2.sol";
import {AuctionParameters} from "./AuctionTypes.sol";
import {ContinuousClearingAuction} from "./ContinuousClearingAuction.sol";

/// @notice Plays the factory of clearing auctions. A recipient of address(1) stands for the caller.
contract AuctionFactory {
    event AuctionCreated(address indexed auction, address indexed token, uint256 amount, bytes configData);

    error InvalidTokenAmount(uint256 amount);

    function initializeDistribution(address token, uint256 amount, bytes calldata configData, bytes32 salt)
        external
        returns (address auction)
    {
        AuctionParameters memory parameters = _resolve(configData, msg.sender);
        auction = address(
            new ContinuousClearingAuction{salt: _salt(msg.sender, salt)}(token, _supply(amount), parameters)
        );
        emit AuctionCreated(auction, token, amount, abi.encode(parameters));
    }

    function getAuctionAddress(address token, uint256 amount, bytes calldata configData, bytes32 salt, address sender)
        external
        view
        returns (address)
    {
        bytes memory args = abi.encode(token, _supply(amount), _resolve(configData, sender));
        bytes32 codeHash = keccak256(abi.encodePacked(type(ContinuousClearingAuction).creationCode, args));
        return Create2.computeAddress(_salt(sender, salt), codeHash);
    }

    function _resolve(bytes calldata configData, address sender) private pure returns (AuctionParameters memory p) {
        p = abi.decode(configData, (AuctionParameters));
        if (p.tokensRecipient == address(1)) p.tokensRecipient = sender;
        if (p.fundsRecipient == address(1)) p.fundsRecipient = sender;
    }

    function _supply(uint256 amount) private pure returns (uint128) {
        require(amount <= type(uint128).max, InvalidTokenAmount(amount));
        return uint128(amount);
    }

    function _salt(address sender, bytes32 salt) private pure returns (bytes32) {
        return keccak256(abi.encode(sender, salt));
    }
}
