#include "render/diagnose_phrases.hpp"

namespace headtrace::phrase {

const Text diagnosing{"{} held against {}", "{} 与 {} 对照"};
const Text nothing_wrong{"Nothing is wrong, up to rounding. Tensors compared: {}.",
                         "没有错，只有舍入误差。比较了 {} 个张量。"};
const Text something_wrong{"The first tensor that is wrong is {}.", "第一个出错的张量是 {}。"};
const Text cannot_tell_apart{"On this data it may be any of these:",
                             "就这份数据来说，下面几种都有可能："};
const Text remedy{"do this", "改法"};
const Text right_line{"PyTorch", "PyTorch"};
const Text told_apart{"mind", "注意"};
const Text no_known_mistake{"No known mistake gives these numbers.",
                            "没有哪个已知的错误会得出这些数。"};
const Text these_show{"what they show", "数值说明"};
const Text this_cell{"furthest off", "差得最多"};
const Text your_number{"yours is {}, it should be {}:", "你的是 {}，应该是 {}："};
const Text also_right{"as right", "同样正确"};
const Text understood_as{"{} is taken for {}", "{} 理解为 {}"};
const Text not_understood{"{}: not understood. Say --map {}=NAME with one of the lesson's tensors.",
                          "{}：不认识这个名称。请写 --map {}=名称，用课程里的某个张量名。"};
const Text compared_heading{"Each tensor, given those before it", "逐个张量（以前面的为准）"};
const Text verdict_same{"right", "正确"};
const Text verdict_rounding{"right, rounding up to {}", "正确，舍入误差不超过 {}"};
const Text verdict_fault{"wrong", "错误"};
const Text verdict_shape{"shape {}, should be {}", "形状是 {}，应该是 {}"};
const Text of_numbers{"{} of {} numbers", "{1} 个数里有 {0} 个不对"};
const Text largest_off{"most at {}: {} instead of {}", "差得最多的是 {}：是 {}，应为 {}"};
const Text tried_single{"{} known mistakes were tried", "试过 {} 种已知的错误"};
const Text tried_pairs{", {} pairs of them", "，以及 {} 种两两组合"};
const Text time_was_up{"; then the time was up", "；之后时间用完了"};

}  // namespace headtrace::phrase
