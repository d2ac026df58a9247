// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/rowset.h"
#include "model/profile/profile.h"

namespace ember::model {

class ProfileBuilder;

// A stack table that takes stacks which were not recorded but are shown. Equal ones have an equal
// index; the recorded ones keep theirs. For one thread at a time.
class EnteredStacks {
public:
    virtual ~EnteredStacks() = default;
    virtual StackIndex enter(StackIndex caller, FrameIndex leaf) = 0;
    virtual const StackTable &table() const = 0;
};

// The table of a profile that is being built, which must outlive this.
class StacksOfBuilder : public EnteredStacks {
public:
    explicit StacksOfBuilder(ProfileBuilder &builder) : m_builder(builder) { }

    StackIndex enter(StackIndex caller, FrameIndex leaf) override;
    const StackTable &table() const override;

private:
    ProfileBuilder &m_builder;
};

// A copy of the table of a profile, which itself must not change.
class CopiedStacks : public EnteredStacks {
public:
    explicit CopiedStacks(const Profile &profile);

    StackIndex enter(StackIndex caller, FrameIndex leaf) override;

    const StackTable &table() const override { return m_table; }

private:
    StackTable m_table;
    RowSet m_rows;
};

} // namespace ember::model
