// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

interface IAgentTokens {
    function ownerOf(uint256 tokenId) external view returns (address);
    function getApproved(uint256 tokenId) external view returns (address);
    function isApprovedForAll(address owner, address operator) external view returns (bool);
}

/// @notice Plays the ERC-8004 validation registry: an agent's owner asks a validator of its choice, and that validator
/// answers, as often as it likes, with a number from 0 to 100.
contract ValidationRegistry {
    struct Validation {
        address validatorAddress;
        uint8 response;
        bool hasResponse;
        uint256 agentId;
        bytes32 responseHash;
        string tag;
        uint256 lastUpdate;
    }

    uint8 public constant MAX_RESPONSE = 100;

    address private immutable _identityRegistry;
    mapping(bytes32 requestHash => Validation) private _validations;
    mapping(uint256 agentId => bytes32[]) private _ofAgent;
    mapping(address validator => bytes32[]) private _ofValidator;

    event ValidationRequest(
        address indexed validatorAddress,
        uint256 indexed agentId,
        string requestURI,
        bytes32 indexed requestHash
    );
    event ValidationResponse(
        address indexed validatorAddress,
        uint256 indexed agentId,
        bytes32 indexed requestHash,
        uint8 response,
        string responseURI,
        bytes32 responseHash,
        string tag
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

    /// @notice A hash is used once, for all agents together.
    function validationRequest(
        address validatorAddress,
        uint256 agentId,
        string calldata requestURI,
        bytes32 requestHash
    ) external {
        require(validatorAddress != address(0), "bad validator");
        require(_validations[requestHash].validatorAddress == address(0), "exists");
        require(_speaksFor(msg.sender, agentId), "Not authorized");
        Validation storage validation = _validations[requestHash];
        validation.validatorAddress = validatorAddress;
        validation.agentId = agentId;
        validation.lastUpdate = block.timestamp;
        _ofAgent[agentId].push(requestHash);
        _ofValidator[validatorAddress].push(requestHash);
        emit ValidationRequest(validatorAddress, agentId, requestURI, requestHash);
    }

    /// @notice The latest answer replaces those before it.
    function validationResponse(
        bytes32 requestHash,
        uint8 response,
        string calldata responseURI,
        bytes32 responseHash,
        string calldata tag
    ) external {
        require(response <= MAX_RESPONSE, "resp>100");
        Validation storage validation = _at(requestHash);
        require(msg.sender == validation.validatorAddress, "not validator");
        validation.response = response;
        validation.hasResponse = true;
        validation.responseHash = responseHash;
        validation.tag = tag;
        validation.lastUpdate = block.timestamp;
        emit ValidationResponse(
            msg.sender,
            validation.agentId,
            requestHash,
            response,
            responseURI,
            responseHash,
            tag
        );
    }

    // --- reads

    /// @notice Zero and an empty tag also for a request that was not answered.
    function getValidationStatus(
        bytes32 requestHash
    )
        external
        view
        returns (
            address validatorAddress,
            uint256 agentId,
            uint8 response,
            bytes32 responseHash,
            string memory tag,
            uint256 lastUpdate
        )
    {
        Validation memory v = _at(requestHash);
        return (v.validatorAddress, v.agentId, v.response, v.responseHash, v.tag, v.lastUpdate);
    }

    /// @notice Counts what was answered. No validators named means any, an empty tag means any.
    function getSummary(
        uint256 agentId,
        address[] calldata validatorAddresses,
        string calldata tag
    ) external view returns (uint64 count, uint8 avgResponse) {
        uint256 sum;
        bytes32[] storage hashes = _ofAgent[agentId];
        for (uint256 i; i < hashes.length; ++i) {
            Validation storage v = _validations[hashes[i]];
            if (!v.hasResponse || !_isAmong(v.validatorAddress, validatorAddresses)) continue;
            if (bytes(tag).length != 0 && keccak256(bytes(v.tag)) != keccak256(bytes(tag))) continue;
            sum += v.response;
            ++count;
        }
        if (count > 0) avgResponse = uint8(sum / count);
    }

    function getAgentValidations(uint256 agentId) external view returns (bytes32[] memory) {
        return _ofAgent[agentId];
    }

    function getValidatorRequests(address validatorAddress) external view returns (bytes32[] memory) {
        return _ofValidator[validatorAddress];
    }

    // --- internals

    function _at(bytes32 requestHash) private view returns (Validation storage validation) {
        validation = _validations[requestHash];
        require(validation.validatorAddress != address(0), "unknown");
    }

    function _speaksFor(address sender, uint256 agentId) private view returns (bool) {
        IAgentTokens tokens = IAgentTokens(_identityRegistry);
        address owner = tokens.ownerOf(agentId);
        return sender == owner || tokens.isApprovedForAll(owner, sender) || tokens.getApproved(agentId) == sender;
    }

    function _isAmong(address validator, address[] calldata validators) private pure returns (bool) {
        for (uint256 i; i < validators.length; ++i) {
            if (validators[i] == validator) return true;
        }
        return validators.length == 0;
    }
}
