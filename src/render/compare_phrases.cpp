#include "render/compare_phrases.hpp"

namespace headtrace::phrase {

const Text comparing{"{} beside its variant {}", "{} 与变体 {} 对照"};
const Text with_and_without{"{} with and without {}", "{}：有 {} 和没有它"};
const Text agree_before{"Both are the same up to {} ({} of {} tensors).",
                        "到 {0} 为止两边完全相同（{2} 个张量中的 {1} 个）。"};
const Text all_agree{"Every tensor is the same in both.", "每个张量两边都完全相同。"};
const Text first_to_differ{"first to differ", "从这里开始不同"};
const Text silent_difference{
    "The shape is the same, the numbers are not: nothing fails, and nothing warns you.",
    "形状一样，数却不一样：程序不会报错，也不会有任何提醒。"};
const Text shapes_differ{"The shapes differ: {} in the lesson, {} in the variant.",
                         "形状不同：课程里是 {}，变体里是 {}。"};
const Text only_in_lesson{"Only the lesson makes it.", "只有课程里有这个张量。"};
const Text only_in_variant{"Only the variant makes it.", "只有变体里有这个张量。"};
const Text how_many_differ{"{} of {} numbers differ.", "{1} 个数里有 {0} 个不同。"};
const Text greatest_difference{"Most at {}: {} in the lesson, {} in the variant, {} apart.",
                               "差得最多的是 {}：课程里是 {}，变体里是 {}，相差 {}。"};
const Text greatest_share{"Relative to the lesson's number most at {}: {}%.",
                          "相对于课程里的数，差得最多的是 {}：{}%。"};
const Text in_head{"head {}: {} of {} differ, by up to {}",
                   "头 {0}：{2} 个里有 {1} 个不同，最多差 {3}"};
const Text in_lesson{"lesson", "课程"};
const Text in_variant{"variant", "变体"};
const Text results{"Result", "结果"};
const Text result_names{"The lesson's result is {}, the variant's is {}.",
                        "课程的结果是 {}，变体的结果是 {}。"};
const Text same_result{"Both results are the same.", "两边的结果相同。"};
const Text result_missing{"The variant has no result.", "变体没有得到结果。"};
const Text costs{"Cost", "代价"};
const Text parameters_of_both{"parameters  {} in the lesson, {} in the variant",
                              "参数      课程 {}，变体 {}"};
const Text operations_of_both{"operations  {} in the lesson, {} in the variant",
                              "运算次数  课程 {}，变体 {}"};

}  // namespace headtrace::phrase
