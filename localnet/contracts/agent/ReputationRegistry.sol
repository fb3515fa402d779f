// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

interface IAgents {
    function isAuthorizedOrOwner(address spender, uint256 agentId) external view returns (bool);
}

/// @notice Plays the ERC-8004 reputation registry: clients leave signed decimal values with tags on agents, may take
/// them back, and anyone may respond. Where a piece of feedback points to is in its event alone.
contract ReputationRegistry {
    struct Feedback {
        int128 value;
        uint8 valueDecimals;
        bool isRevoked;
        string tag1;
        string tag2;
    }

    struct Page {
        address[] clients;
        uint64[] feedbackIndexes;
        int128[] values;
        uint8[] valueDecimals;
        string[] tag1s;
        string[] tag2s;
        bool[] revokedStatuses;
    }

    int128 private constant MAX_VALUE = 1e38;
    uint8 private constant MAX_DECIMALS = 18;

    address private immutable _identityRegistry;
    mapping(uint256 agentId => address[]) private _clients;
    mapping(uint256 agentId => mapping(address client => Feedback[])) private _feedback;
    mapping(uint256 agentId => mapping(address client => mapping(uint64 index => address[]))) private _responders;

    event NewFeedback(
        uint256 indexed agentId,
        address indexed clientAddress,
        uint64 feedbackIndex,
        int128 value,
        uint8 valueDecimals,
        string indexed indexedTag1,
        string tag1,
        string tag2,
        string endpoint,
        string feedbackURI,
        bytes32 feedbackHash
    );
    event FeedbackRevoked(uint256 indexed agentId, address indexed clientAddress, uint64 indexed feedbackIndex);
    event ResponseAppended(
        uint256 indexed agentId,
        address indexed clientAddress,
        uint64 feedbackIndex,
        address indexed responder,
        string responseURI,
        bytes32 responseHash
    );

    constructor(address identityRegistry) {
        _identityRegistry = identityRegistry;
    }

    function getVersion() external pure returns (string memory) {
        return "2.0.0";
    }

    function getIdentityRegistry() external view returns (address) {
        return _identityRegistry;
    }

    // --- actions

    /// @notice The value is `value / 10^valueDecimals`. An agent's owner and operators can't rate it.
    function giveFeedback(
        uint256 agentId,
        int128 value,
        uint8 valueDecimals,
        string memory tag1,
        string memory tag2,
        string memory endpoint,
        string memory feedbackURI,
        bytes32 feedbackHash
    ) external {
        require(valueDecimals <= MAX_DECIMALS, "too many decimals");
        require(value >= -MAX_VALUE && value <= MAX_VALUE, "value too large");
        require(!IAgents(_identityRegistry).isAuthorizedOrOwner(msg.sender, agentId), "Self-feedback not allowed");
        uint64 feedbackIndex = _store(agentId, Feedback(value, valueDecimals, false, tag1, tag2));
        emit NewFeedback(
            agentId,
            msg.sender,
            feedbackIndex,
            value,
            valueDecimals,
            tag1,
            tag1,
            tag2,
            endpoint,
            feedbackURI,
            feedbackHash
        );
    }

    function revokeFeedback(uint256 agentId, uint64 feedbackIndex) external {
        Feedback storage feedback = _at(agentId, msg.sender, feedbackIndex);
        require(!feedback.isRevoked, "Already revoked");
        feedback.isRevoked = true;
        emit FeedbackRevoked(agentId, msg.sender, feedbackIndex);
    }

    function appendResponse(
        uint256 agentId,
        address clientAddress,
        uint64 feedbackIndex,
        string calldata responseURI,
        bytes32 responseHash
    ) external {
        _at(agentId, clientAddress, feedbackIndex);
        require(bytes(responseURI).length != 0, "Empty URI");
        _responders[agentId][clientAddress][feedbackIndex].push(msg.sender);
        emit ResponseAppended(agentId, clientAddress, feedbackIndex, msg.sender, responseURI, responseHash);
    }

    // --- reads

    function getClients(uint256 agentId) external view returns (address[] memory) {
        return _clients[agentId];
    }

    /// @notice Indexes count from one; zero for an address that left no feedback.
    function getLastIndex(uint256 agentId, address clientAddress) external view returns (uint64) {
        return uint64(_feedback[agentId][clientAddress].length);
    }

    function readFeedback(
        uint256 agentId,
        address clientAddress,
        uint64 feedbackIndex
    )
        external
        view
        returns (int128 value, uint8 valueDecimals, string memory tag1, string memory tag2, bool isRevoked)
    {
        Feedback memory f = _at(agentId, clientAddress, feedbackIndex);
        return (f.value, f.valueDecimals, f.tag1, f.tag2, f.isRevoked);
    }

    /// @notice An empty list of clients means all of them, an empty tag any.
    function readAllFeedback(
        uint256 agentId,
        address[] memory clientAddresses,
        string memory tag1,
        string memory tag2,
        bool includeRevoked
    )
        external
        view
        returns (
            address[] memory clients,
            uint64[] memory feedbackIndexes,
            int128[] memory values,
            uint8[] memory valueDecimals,
            string[] memory tag1s,
            string[] memory tag2s,
            bool[] memory revokedStatuses
        )
    {
        if (clientAddresses.length == 0) clientAddresses = _clients[agentId];
        Page memory page = _select(agentId, clientAddresses, tag1, tag2, includeRevoked);
        return (
            page.clients,
            page.feedbackIndexes,
            page.values,
            page.valueDecimals,
            page.tag1s,
            page.tag2s,
            page.revokedStatuses
        );
    }

    /// @notice Responses of some responders, or of any if none is named; index zero means all feedback of the client, the
    /// zero address all clients.
    function getResponseCount(
        uint256 agentId,
        address clientAddress,
        uint64 feedbackIndex,
        address[] calldata responders
    ) external view returns (uint64 count) {
        if (clientAddress != address(0)) return _responses(agentId, clientAddress, feedbackIndex, responders);
        address[] storage clients = _clients[agentId];
        for (uint256 i; i < clients.length; ++i) count += _responses(agentId, clients[i], 0, responders);
    }

    /// @notice The mean of what was not revoked, cut toward zero to the number of decimals that most values have, the
    /// smaller number where two are as frequent.
    function getSummary(
        uint256 agentId,
        address[] calldata clientAddresses,
        string calldata tag1,
        string calldata tag2
    ) external view returns (uint64 count, int128 summaryValue, uint8 summaryValueDecimals) {
        require(clientAddresses.length != 0, "clientAddresses required");
        Page memory page = _select(agentId, clientAddresses, tag1, tag2, false);
        count = uint64(page.values.length);
        if (count == 0) return (0, 0, 0);
        uint256[] memory uses = new uint256[](MAX_DECIMALS + 1);
        int256 sum;
        for (uint256 i; i < count; ++i) {
            sum += int256(page.values[i]) * int256(10 ** (MAX_DECIMALS - page.valueDecimals[i]));
            ++uses[page.valueDecimals[i]];
        }
        for (uint8 decimals = 1; decimals <= MAX_DECIMALS; ++decimals) {
            if (uses[decimals] > uses[summaryValueDecimals]) summaryValueDecimals = decimals;
        }
        int256 mean = sum / int256(uint256(count));
        summaryValue = int128(mean / int256(10 ** (MAX_DECIMALS - summaryValueDecimals)));
    }

    // --- internals

    function _store(uint256 agentId, Feedback memory feedback) private returns (uint64 feedbackIndex) {
        Feedback[] storage own = _feedback[agentId][msg.sender];
        if (own.length == 0) _clients[agentId].push(msg.sender);
        own.push(feedback);
        return uint64(own.length);
    }

    function _responses(
        uint256 agentId,
        address client,
        uint64 index,
        address[] calldata responders
    ) private view returns (uint64 count) {
        uint64 last = index == 0 ? uint64(_feedback[agentId][client].length) : index;
        for (uint64 at = index == 0 ? 1 : index; at <= last; ++at) {
            address[] storage all = _responders[agentId][client][at];
            for (uint256 i; i < all.length; ++i) if (_isIn(responders, all[i])) ++count;
        }
    }

    function _isIn(address[] calldata some, address one) private pure returns (bool) {
        for (uint256 i; i < some.length; ++i) if (some[i] == one) return true;
        return some.length == 0;
    }

    function _at(uint256 agentId, address client, uint64 index) private view returns (Feedback storage) {
        require(index > 0, "index must be > 0");
        require(index <= _feedback[agentId][client].length, "index out of bounds");
        return _feedback[agentId][client][index - 1];
    }

    /// @dev Counts, then copies.
    function _select(
        uint256 agentId,
        address[] memory clients,
        string memory tag1,
        string memory tag2,
        bool includeRevoked
    ) private view returns (Page memory page) {
        uint256 count;
        for (uint256 round; round < 2; ++round) {
            if (round == 1) page = _newPage(count);
            count = 0;
            for (uint256 c; c < clients.length; ++c) {
                Feedback[] storage all = _feedback[agentId][clients[c]];
                for (uint256 i; i < all.length; ++i) {
                    if (all[i].isRevoked && !includeRevoked) continue;
                    if (!_matches(tag1, all[i].tag1) || !_matches(tag2, all[i].tag2)) continue;
                    if (round == 1) _put(page, count, clients[c], i, all[i]);
                    ++count;
                }
            }
        }
    }

    function _newPage(uint256 count) private pure returns (Page memory page) {
        page.clients = new address[](count);
        page.feedbackIndexes = new uint64[](count);
        page.values = new int128[](count);
        page.valueDecimals = new uint8[](count);
        page.tag1s = new string[](count);
        page.tag2s = new string[](count);
        page.revokedStatuses = new bool[](count);
    }

    function _put(Page memory page, uint256 at, address client, uint256 i, Feedback memory f) private pure {
        page.clients[at] = client;
        page.feedbackIndexes[at] = uint64(i + 1);
        page.values[at] = f.value;
        page.valueDecimals[at] = f.valueDecimals;
        page.tag1s[at] = f.tag1;
        page.tag2s[at] = f.tag2;
        page.revokedStatuses[at] = f.isRevoked;
    }

    function _matches(string memory wanted, string memory tag) private pure returns (bool) {
        return bytes(wanted).length == 0 || Strings.equal(wanted, tag);
    }
}
